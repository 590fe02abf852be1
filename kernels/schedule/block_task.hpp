// The work of fused kernels on a row block, in a separate loop or around a product.
#pragma once
#include "kernels/core/row_blocks.hpp"

namespace minikrylov {

/// A task that runs on each row block: in a separate loop, or inside a product, right before or after it uses the
/// block, which is then in cache. Host only.
class BlockTask {
 public:
  virtual ~BlockTask() = default;
  /// Called once per block, by the thread that computes it.
  virtual void run(LocalIndex block, LocalIndex begin, LocalIndex end) const = 0;
  /// The same after a product. Unless null, `rows` is a copy of the result in cache; the result itself is being
  /// streamed to memory.
  virtual void run_behind(LocalIndex block, LocalIndex begin, LocalIndex end, double* rows) const {
    static_cast<void>(rows);
    run(block, begin, end);
  }
  /// Whether run_behind() can read the result from `rows`.
  [[nodiscard]] virtual bool takes_rows() const { return false; }
  /// A vector that run_behind() reads besides the result, or null.
  [[nodiscard]] virtual const double* companion() const { return nullptr; }
};

/// Tasks that run block by block around a product y = A x. Each member may be null. Tasks are for hosts only.
struct Around {
  const BlockTask* before = nullptr;  ///< look-ahead: runs on each block before the product reads x there
  const BlockTask* after = nullptr;   ///< runs on each block after the product has written y there
  ProgressHook* progress = nullptr;   ///< polled while blocks are computed
};

/// Runs a task on one block of rows, or of the ghosts after them. Host only.
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
