// Products that follow a sweep block by block: what the sweep has written is still in cache when the product reads it.
#pragma once
#include <vector>

#include "kernels/schedule/local_matrix.hpp"
#include "kernels/schedule/loop_order.hpp"

namespace minikrylov {

/// How a sweep and a product share the row blocks of one width: each thread sweeps `ahead` blocks ahead of its product.
struct LookAhead {
  RowBlocks blocks;
  LocalIndex ahead = 0;           ///< blocks
  std::vector<LocalIndex> early;  ///< blocks that others wait for, ascending: these are swept before all products
  std::vector<char> is_early;     ///< of each block
  std::vector<LocalIndex> ends;   ///< of each thread's share of the blocks
  /// False where what has been swept would have left the cache when the product comes.
  bool fits = true;

  /// False where two loops do as well: also where most blocks would have to be swept early.
  [[nodiscard]] bool pays() const { return fits && 2 * static_cast<LocalIndex>(early.size()) <= blocks.count(); }
};

/// For `rows` rows whose columns lie within `bandwidth` of them. `sent`: rows of which other ranks need copies.
[[nodiscard]] LookAhead plan_look_ahead(LocalIndex rows, LocalIndex bandwidth, const Array<LocalIndex>& sent,
                                        int width);

/// Runs `before` on the early blocks. Host only.
void run_early(const LookAhead& look_ahead, const BlockTask& before);

/// y ← A x for all rows, `before` being run on every other block before a product needs it, and `after`, unless it is
/// null, on each block that a product has written. Ghosts of x are up to date. Host only.
void multiply_ahead(const LookAhead& look_ahead, const LocalMatrix& matrix, const Vector& x, const Vector& y,
                    const BlockTask& before, const BlockTask* after);

}  // namespace minikrylov
