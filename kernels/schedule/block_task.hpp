// What fused kernels do with one block of rows, in a loop of their own or around a product.
#pragma once
#include "kernels/core/row_blocks.hpp"

namespace minikrylov {

/// What is to be done with each block of rows, by a loop of its own, or by a product right before or after it needs the
/// block, while that is in cache. Host only.
class BlockTask {
 public:
  virtual ~BlockTask() = default;
  /// Called once for each block, by the thread that computes it.
  virtual void run(LocalIndex block, LocalIndex begin, LocalIndex end) const = 0;
  /// The same behind a product. Unless `rows` is null, its result stands there, too, while it is on its way to memory.
  virtual void run_behind(LocalIndex block, LocalIndex begin, LocalIndex end, double* rows) const {
    static_cast<void>(rows);
    run(block, begin, end);
  }
  /// True if run_behind() can take the result from `rows`.
  [[nodiscard]] virtual bool takes_rows() const { return false; }
  /// A vector that run_behind() reads besides the result; null: none.
  [[nodiscard]] virtual const double* companion() const { return nullptr; }
};

/// What goes on around a product y = A x, block by block. Tasks are for hosts only.
struct Around {
  const BlockTask* before = nullptr;  ///< run on each block once before the product reads x there; null: nothing
  const BlockTask* after = nullptr;   ///< run on each block once the product has written y there; null: nothing
  ProgressHook* progress = nullptr;   ///< polled while blocks are computed; null: nothing
};

/// Runs a task on one block of rows, or of the ghosts behind them. Host only.
struct RunTask {
  const BlockTask& task;
  RowBlocks rows, ghosts = {};

  void operator()(LocalIndex block) const {
    const LocalIndex g = block - rows.count();
    if (g < 0)
      task.run(block, rows.begin(block), rows.end(block));
    else
      task.run(block, rows.rows + ghosts.begin(g), rows.rows + ghosts.end(g));
  }
};

}  // namespace minikrylov
