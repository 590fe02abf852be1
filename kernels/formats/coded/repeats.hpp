// Which pieces are alike.
#pragma once
#include <vector>

#include "kernels/formats/coded/pieces.hpp"

namespace minikrylov::coded {

/// Groups of equal items: of each item its group, and of each group its first item.
struct Groups {
  std::vector<LocalIndex> of;
  std::vector<LocalIndex> first;

  [[nodiscard]] LocalIndex count() const { return static_cast<LocalIndex>(first.size()); }
};

/// Groups of one item each.
[[nodiscard]] Groups all_different(LocalIndex count);

/// Pieces with the same columns relative to their first rows, and the same bits of all numbers. Where most pieces of a
/// sample differ, all count as different.
[[nodiscard]] Groups equal_pieces(const Pieces& pieces);

/// Of these pieces, those with the same relative columns.
[[nodiscard]] Groups equal_columns(const Pieces& pieces, const std::vector<LocalIndex>& among);

}  // namespace minikrylov::coded
