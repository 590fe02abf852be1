// What moves messages on while a rank computes. MPI libraries often do so only while they are called.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>

#include "comm/reduction.hpp"
#include "kernels/core/progress_hook.hpp"

namespace minikrylov {

enum class ProgressKind { none, manual, thread };

/// Something with messages on their way.
class Pollable {
 public:
  virtual ~Pollable() = default;
  /// Gives the library a chance to move them; returns at once. Called with messages_lock() held.
  virtual void poll() = 0;
};

struct ProgressOptions {
  ProgressKind kind = ProgressKind::none;
  int calls_per_loop = 10;  ///< of manual progress in each loop over rows
};

/// What progress cost on this rank.
struct ProgressCounts {
  std::int64_t calls = 0;
  double seconds = 0;  ///< spent in them, by the thread that computes (manual) or by one of its own (thread)
};

/// Progress of this process for as long as it lives; one at a time. none: nothing is done. manual: the thread that
/// launches kernels pokes all that is in flight while it goes through its rows, if its loops poll hook() (on a host).
/// thread: a thread pokes all the time while something is in flight; throws a SetupError where the message library does
/// not allow it.
class Progress {
 public:
  explicit Progress(const ProgressOptions& options);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What loops over rows poll in manual progress; it does nothing while nothing is in flight.
  [[nodiscard]] static ProgressHook* hook();
  /// Since the last reset.
  [[nodiscard]] static ProgressCounts counts();
  static void reset_counts();
};

/// Why a thread of our own cannot call the message library; empty if it can.
[[nodiscard]] std::string objection_to_progress_thread();

/// To be held while the messages of a Pollable that is being watched are started, tested or finished.
[[nodiscard]] std::unique_lock<std::mutex> messages_lock();

/// From now on `messages` is poked as the progress of this process says, until it is unwatched. Hold messages_lock().
void watch(Pollable& messages);
/// Does nothing if it is not watched. Hold messages_lock().
void unwatch(Pollable& messages);

/// A reduction whose sums in flight are poked; `reduction` itself where there is no progress.
[[nodiscard]] std::unique_ptr<Reduction> progressing(std::unique_ptr<Reduction> reduction);

}  // namespace minikrylov
