// Blocks of rows: the unit in which sweeps, products and sums are handed to the threads of a host.
#pragma once
#include <algorithm>

#include "kernels/numbers.hpp"
#include "kernels/pauses.hpp"
#include "kernels/types.hpp"

namespace minikrylov {

/// The rows 0 … rows-1 cut into blocks whose vectors stay in a core's cache.
/// A block starts at a multiple of 64, so no SELL chunk (C ≤ 64) and no cache line belongs to two threads.
/// Block sums are added in block order, which makes dot products independent of the number of threads.
struct RowBlocks {
  LocalIndex rows = 0;
  LocalIndex block_rows = 64;

  static constexpr LocalIndex alignment = 64, usual_elements = 1024;
  /// Elements of a block, at most.
  static constexpr LocalIndex max_elements = std::max(usual_elements, max_width* alignment);

  /// `width` right-hand sides a row.
  static RowBlocks of(LocalIndex rows, int width) {
    return {rows, std::max(alignment, usual_elements / width / alignment * alignment)};
  }

  [[nodiscard]] LocalIndex count() const { return (rows + block_rows - 1) / block_rows; }
  [[nodiscard]] LocalIndex begin(LocalIndex block) const { return block * block_rows; }
  [[nodiscard]] LocalIndex end(LocalIndex block) const { return std::min(rows, (block + 1) * block_rows); }
};

/// A loop's body, after which the launching thread may look after messages. Host only.
template <class Body> struct WithPauses {
  Body body;
  Pauses* pauses;  ///< null: none
  void operator()(LocalIndex block) const {
    body(block);
    if (pauses != nullptr) pauses->after_block();
  }
};

/// Runs `body(block)` for the blocks [first, last), each thread a contiguous share: the distribution by which data is
/// first touched, and by which it is used. On a host with pauses, where there is something to look after.
template <class Body> void for_blocks(const char* label, LocalIndex first, LocalIndex last, const Body& body) {
  const Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>> blocks(first, last);
  if constexpr (on_host)
    Kokkos::parallel_for(label, blocks, WithPauses<Body>{body, pauses().of_loop(last - first)});
  else
    Kokkos::parallel_for(label, blocks, body);
}

/// What is to be done with each block of rows, by a loop of its own, or by a product right before or after it needs the
/// block, while that is in cache. Host only.
class BlockTask {
 public:
  virtual ~BlockTask() = default;
  /// Called once for each block, by the thread that computed it.
  virtual void run(LocalIndex block, LocalIndex begin, LocalIndex end) const = 0;
  /// The same behind a product. Unless `rows` is null, its result stands there, too, while it is on its way to memory.
  virtual void run_behind(LocalIndex block, LocalIndex begin, LocalIndex end, double* rows) const {
    static_cast<void>(rows);
    run(block, begin, end);
  }
};

/// Runs a task on one block of rows, or of the ghosts behind them. One loop body for all tasks: they compile sooner so.
/// Host only.
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
