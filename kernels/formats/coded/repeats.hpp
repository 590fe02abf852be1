// Which chunks are alike.
#pragma once
#include <vector>

#include "kernels/formats/coded/host_chunks.hpp"

namespace minikrylov::coded {

/// Groups of equal items: of each item its group, and of each group its first item.
struct Groups {
  std::vector<LocalIndex> of;
  std::vector<LocalIndex> first;

  [[nodiscard]] LocalIndex count() const { return static_cast<LocalIndex>(first.size()); }
};

/// Groups of one item each.
[[nodiscard]] Groups all_different(LocalIndex count);

/// Chunks with the same lengths, columns relative to the first row, and bits of all numbers. Where most chunks of a
/// sample differ, all count as different.
[[nodiscard]] Groups equal_chunks(const HostChunks& sell);

/// Of these chunks, those with the same lengths and relative columns.
[[nodiscard]] Groups equal_columns(const HostChunks& sell, const std::vector<LocalIndex>& chunks);

}  // namespace minikrylov::coded
