// Row blocks: the unit of work of a host's threads in fused kernels, products and sums.
#pragma once
#include <algorithm>

#include "kernels/core/numbers.hpp"
#include "kernels/core/threads.hpp"

namespace minikrylov {

/// The rows 0 … rows-1 cut into blocks whose vectors stay in a core's cache. A block starts at a multiple of 64 rows,
/// so threads share no SELL chunk (C ≤ 64) and no cache line. Block sums are added in block order, which makes dot
/// products independent of the number of threads.
struct RowBlocks {
  LocalIndex rows = 0;
  LocalIndex block_rows = 64;

  static constexpr LocalIndex alignment = 64, usual_elements = 1024;
  /// Maximum number of elements in a block.
  static constexpr LocalIndex max_elements = std::max(usual_elements, max_width* alignment);

  /// Blocks for `width` right-hand sides.
  static RowBlocks of(LocalIndex rows, int width) {
    return {rows, std::max(alignment, usual_elements / width / alignment * alignment)};
  }

  [[nodiscard]] LocalIndex count() const { return (rows + block_rows - 1) / block_rows; }
  [[nodiscard]] LocalIndex begin(LocalIndex block) const { return block * block_rows; }
  [[nodiscard]] LocalIndex end(LocalIndex block) const { return std::min(rows, (block + 1) * block_rows); }
};

}  // namespace minikrylov
