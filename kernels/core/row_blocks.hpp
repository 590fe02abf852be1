// Blocks of rows: the unit in which fused kernels, products and sums are handed to the threads of a host.
#pragma once
#include <algorithm>

#include "kernels/core/numbers.hpp"
#include "kernels/core/threads.hpp"

namespace minikrylov {

/// The rows 0 … rows-1 cut into blocks whose vectors stay in a core's cache.
/// A block starts at a multiple of 64 rows, so no SELL chunk (C ≤ 64) and no cache line belongs to two threads.
/// Block sums are added in block order, which makes dot products independent of the number of threads.
struct RowBlocks {
  LocalIndex rows = 0;
  LocalIndex block_rows = 64;

  static constexpr LocalIndex alignment = 64, usual_elements = 1024;
  /// Elements of a block, at most.
  static constexpr LocalIndex max_elements = std::max(usual_elements, max_width* alignment);

  /// `width` right-hand sides per row.
  static RowBlocks of(LocalIndex rows, int width) {
    return {rows, std::max(alignment, usual_elements / width / alignment * alignment)};
  }

  [[nodiscard]] LocalIndex count() const { return (rows + block_rows - 1) / block_rows; }
  [[nodiscard]] LocalIndex begin(LocalIndex block) const { return block * block_rows; }
  [[nodiscard]] LocalIndex end(LocalIndex block) const { return std::min(rows, (block + 1) * block_rows); }
};

}  // namespace minikrylov
