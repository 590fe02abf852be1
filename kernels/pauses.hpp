// Pauses in kernels on a host: the thread that launched a kernel looks after messages while the others go on computing.
#pragma once
#include <algorithm>
#include <atomic>
#include <thread>

#include "kernels/types.hpp"

namespace minikrylov {

/// When the launching thread of a loop over blocks stops computing for a moment, and what it does then. Costs one test
/// a block while there is nothing to look after. begin() belongs to the thread that launches kernels.
class Pauses {
 public:
  using Poke = void (*)();

  /// From now on `poke` is called about `a_loop` times in each loop over blocks, evenly spread; a_loop ≥ 1.
  void begin(Poke poke, int a_loop) {
    a_loop_ = a_loop;
    launcher_ = std::this_thread::get_id();
    poke_ = poke;
  }
  /// From now on loops run without pauses.
  void end() { poke_ = nullptr; }

  /// For a loop over `blocks` blocks that is about to run: what to tell of each block that is done; null: nothing.
  [[nodiscard]] Pauses* of_loop(LocalIndex blocks) {
    if (poke_ == nullptr) return nullptr;
    const LocalIndex share = blocks / std::max(1, Exec().concurrency());
    left_ = interval_ = std::max<LocalIndex>(1, share / (a_loop_ + 1));
    return this;
  }
  /// A block is done. Called by any thread.
  void after_block() {
    if (std::this_thread::get_id() != launcher_ || --left_ > 0) return;
    left_ = interval_;
    if (const Poke poke = poke_) poke();
  }

 private:
  std::atomic<Poke> poke_ = nullptr;  // a thread that finishes the last message may end the pauses of a running loop
  int a_loop_ = 1;
  std::thread::id launcher_;
  LocalIndex interval_ = 1, left_ = 1;  // blocks of the launching thread from one pause to the next
};

/// Those of this process.
[[nodiscard]] inline Pauses& pauses() {
  static Pauses of_this_process;
  return of_this_process;
}

}  // namespace minikrylov
