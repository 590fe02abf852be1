// Blocks of rows: the unit in which sweeps, products and sums are handed to the threads of a host.
#pragma once
#include <algorithm>

#include "kernels/core/caches.hpp"
#include "kernels/core/numbers.hpp"
#include "kernels/core/progress_hook.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {

/// The rows 0 … rows-1 cut into blocks whose vectors stay in a core's cache.
/// A block starts at a multiple of 64, so no SELL chunk (C ≤ 64) and no cache line belongs to two threads.
/// Block sums are added in block order, which makes dot products independent of the number of threads.
struct RowBlocks {
  LocalIndex rows = 0;
  LocalIndex block_rows = 64;

  static constexpr LocalIndex alignment = 64, usual_elements = 1024;
  /// Elements of a block, at most.
  static constexpr LocalIndex max_elements = std::max(usual_elements, (max_width * alignment));

  /// `width` right-hand sides a row.
  static RowBlocks of(LocalIndex rows, int width) {
    return {rows, std::max(alignment, usual_elements / width / alignment * alignment)};
  }

  [[nodiscard]] LocalIndex count() const { return (rows + block_rows - 1) / block_rows; }
  [[nodiscard]] LocalIndex begin(LocalIndex block) const { return block * block_rows; }
  [[nodiscard]] LocalIndex end(LocalIndex block) const { return std::min(rows, (block + 1) * block_rows); }
};

/// A loop's body, after which the launching thread may look after messages. Host only.
template <class Body> struct WithPolling {
  Body body;
  ProgressHook* progress_hook;  ///< null: none
  void operator()(LocalIndex block) const {
    body(block);
    if (progress_hook != nullptr) progress_hook->after_block();
  }
};

/// Where a thread's contiguous share of `count` items begins, and that of the thread before it ends.
inline LocalIndex share_begin(LocalIndex count, LocalIndex thread, LocalIndex threads) {
  return count / threads * thread + std::min(thread, count % threads);
}

/// item(t) for each thread t of a host. What a thread has streamed is there when the loop ends.
template <class WorkItem> void for_each_thread(const char* label, const WorkItem& item) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>;
  const auto then_finish = [&item](LocalIndex thread) {
    item(thread);
    finish_streaming();
  };
  Kokkos::parallel_for(label, Policy(0, Host().concurrency(), Kokkos::ChunkSize(1)), then_finish);
}

/// Runs `body(block)` for the blocks [first, last), each thread a contiguous share: the distribution by which data is
/// first touched, and by which it is used. On a host with pauses, where there is something to look after.
template <class Body> void for_blocks(const char* label, LocalIndex first, LocalIndex last, const Body& body) {
  if constexpr (on_host) {
    const WithPolling<Body> looking{body, progress_hook().of_loop(last - first)};
    const LocalIndex threads = Exec().concurrency();
    for_each_thread(label, [=](LocalIndex thread) {
      const LocalIndex end = first + share_begin(last - first, thread + 1, threads);
      for (LocalIndex b = first + share_begin(last - first, thread, threads); b < end; ++b) looking(b);
    });
  } else {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(first, last), body);
  }
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
  /// True if run_behind() can take the result from `rows`.
  [[nodiscard]] virtual bool takes_rows() const { return false; }
  /// A vector that run_behind() reads besides the result; null: none.
  [[nodiscard]] virtual const double* companion() const { return nullptr; }
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
