// The progress hook in host kernels: the launching thread polls for messages while the others compute.
#pragma once
#include <algorithm>
#include <atomic>
#include <thread>

#include "kernels/core/kernel_clock.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Something with messages in flight.
class Pollable {
 public:
  virtual ~Pollable() = default;
  /// Lets the library progress them; returns at once.
  virtual void poll() = 0;
};

/// What the launching thread of a loop over blocks polls, and how often. A loop gets the hook, or null, as an argument.
/// Costs one test per block while there is nothing to poll. begin() must be called by the thread that launches kernels.
class ProgressHook {
 public:
  /// Further loops over blocks poll `messages` about `per_loop` times each, at even intervals; per_loop ≥ 1.
  void begin(Pollable& messages, int per_loop) {
    per_loop_ = per_loop;
    launcher_ = std::this_thread::get_id();
    messages_ = &messages;
  }
  /// Stops polling.
  void end() { messages_ = nullptr; }

  /// Prepares for a loop over `blocks` blocks; returns the hook to call after each block, or null if nothing is polled.
  [[nodiscard]] static ProgressHook* of_loop(ProgressHook* hook, LocalIndex blocks) {
    if (hook == nullptr || hook->messages_ == nullptr || hook->injects()) return nullptr;
    hook->left_ = hook->interval_ = std::max<LocalIndex>(1, blocks / host_threads() / (hook->per_loop_ + 1));
    return hook;
  }
  /// Blocks of a thread between polls.
  [[nodiscard]] LocalIndex interval() const { return interval_; }
  /// Called by any thread when it has finished a block, or several.
  void after_blocks(LocalIndex blocks) {
    if (std::this_thread::get_id() != launcher_ || (left_ -= blocks) > 0) return;
    left_ = interval_;
    poll_now();
  }
  void after_block() { after_blocks(1); }

  /// From now on, kernels take the time of `clock`; null: the host's.
  void keep_time_by(KernelClock* clock) { clock_ = clock; }
  /// The clock of kernels to which `hook` is given; null: none.
  [[nodiscard]] static KernelClock* clock_of(const ProgressHook* hook) {
    return hook == nullptr ? nullptr : hook->clock_;
  }
  /// Number of polls in a loop that begins now.
  [[nodiscard]] int polls_per_loop() const { return messages_ == nullptr ? 0 : per_loop_; }
  void poll_now() {
    if (Pollable* const messages = messages_) messages->poll();
  }

 private:
  [[nodiscard]] bool injects() const { return clock_ != nullptr && clock_->injects(); }

  std::atomic<Pollable*> messages_ = nullptr;  // atomic: who finishes the last message may call end() during a loop
  int per_loop_ = 1;
  KernelClock* clock_ = nullptr;
  std::thread::id launcher_;
  LocalIndex interval_ = 1, left_ = 1;  // the launching thread's blocks between polls; those until the next poll
};

}  // namespace minikrylov
