// ProgressHook in kernels on a host: the thread that launched a kernel looks after messages while the others go on
// computing.
#pragma once
#include <algorithm>
#include <atomic>
#include <thread>

#include "kernels/core/types.hpp"

namespace minikrylov {

/// When the launching thread of a loop over blocks stops computing for a moment, and what it does then. Costs one test
/// a block while there is nothing to look after. begin() belongs to the thread that launches kernels.
class ProgressHook {
 public:
  using Poll = void (*)();

  /// From now on `poke` is called about `per_loop` times in each loop over blocks, evenly spread; per_loop ≥ 1.
  void begin(Poll poll, int per_loop) {
    per_loop_ = per_loop;
    launcher_ = std::this_thread::get_id();
    poll_ = poll;
  }
  /// From now on loops run without pauses.
  void end() { poll_ = nullptr; }

  /// For a loop over `blocks` blocks that is about to run: what to tell of each block that is done; null: nothing.
  [[nodiscard]] ProgressHook* of_loop(LocalIndex blocks) {
    if (poll_ == nullptr) return nullptr;
    const LocalIndex share = blocks / std::max(1, Exec().concurrency());
    left_ = interval_ = std::max<LocalIndex>(1, share / (per_loop_ + 1));
    return this;
  }
  /// A block is done. Called by any thread.
  void after_block() {
    if (std::this_thread::get_id() != launcher_ || --left_ > 0) return;
    left_ = interval_;
    if (const Poll poll = poll_) poll();
  }

 private:
  std::atomic<Poll> poll_ = nullptr;  // a thread that finishes the last message may end the pauses of a running loop
  int per_loop_ = 1;
  std::thread::id launcher_;
  LocalIndex interval_ = 1, left_ = 1;  // blocks of the launching thread from one pause to the next
};

/// Those of this process.
[[nodiscard]] inline ProgressHook& progress_hook() {
  static ProgressHook of_this_process;
  return of_this_process;
}

}  // namespace minikrylov
