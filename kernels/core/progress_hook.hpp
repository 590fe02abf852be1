// A progress hook in kernels on a host: the thread that launched a kernel polls for messages while the others compute.
#pragma once
#include <algorithm>
#include <atomic>
#include <thread>

#include "kernels/core/types.hpp"

namespace minikrylov {

/// When the launching thread of a loop over blocks stops computing for a moment, and what it calls then. Whoever runs a
/// loop is given the hook to poll, or null. Costs one test per block while there is nothing to poll. begin() belongs to
/// the thread that launches kernels.
class ProgressHook {
 public:
  using Poll = void (*)();

  /// From now on `poll` is called about `per_loop` times in each loop over blocks, evenly spread; per_loop ≥ 1.
  void begin(Poll poll, int per_loop) {
    per_loop_ = per_loop;
    launcher_ = std::this_thread::get_id();
    poll_ = poll;
  }
  /// From now on loops run without interruption.
  void end() { poll_ = nullptr; }

  /// For a loop over `blocks` blocks that is about to run: what to tell of each block that is done; null: nothing.
  [[nodiscard]] static ProgressHook* of_loop(ProgressHook* hook, LocalIndex blocks) {
    if (hook == nullptr || hook->poll_ == nullptr) return nullptr;
    hook->left_ = hook->interval_ = std::max<LocalIndex>(1, blocks / host_threads() / (hook->per_loop_ + 1));
    return hook;
  }
  /// A block is done. Called by any thread.
  void after_block() {
    if (std::this_thread::get_id() != launcher_ || --left_ > 0) return;
    left_ = interval_;
    if (const Poll poll = poll_) poll();
  }

 private:
  std::atomic<Poll> poll_ = nullptr;  // a thread that finishes the last message may end the polling of a running loop
  int per_loop_ = 1;
  std::thread::id launcher_;
  LocalIndex interval_ = 1, left_ = 1;  // blocks of the launching thread from one poll to the next
};

}  // namespace minikrylov
