// Progress of messages while a rank computes: MPI libraries often make progress only inside MPI calls.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>

#include "comm/reduction.hpp"
#include "kernels/core/progress_hook.hpp"

namespace minikrylov {

enum class ProgressKind { none, manual, thread };

/// Something with messages in flight.
class Pollable {
 public:
  virtual ~Pollable() = default;
  /// Lets the library progress them; returns at once. Called with messages_lock() held.
  virtual void poll() = 0;
};

struct ProgressOptions {
  ProgressKind kind = ProgressKind::none;
  int calls_per_loop = 10;  ///< polls per loop over rows, with manual progress
};

/// The cost of progress on this rank.
struct ProgressCounts {
  std::int64_t calls = 0;
  double seconds = 0;  ///< spent polling, by the computing thread (manual) or the progress thread (thread)
};

/// Progress of this process as long as this object lives; one at a time. none: no polling. manual: the thread that
/// launches kernels polls everything in flight from its loops over rows, where these call hook() (on a host). thread:
/// a thread of its own polls continuously while something is in flight; throws a SetupError if the message library does
/// not allow that.
class Progress {
 public:
  explicit Progress(const ProgressOptions& options);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The hook that loops over rows call for manual progress; no effect while nothing is in flight.
  [[nodiscard]] static ProgressHook* hook();
  /// Counts since the last reset.
  [[nodiscard]] static ProgressCounts counts();
  static void reset_counts();
};

/// Why a progress thread cannot call the message library; empty if it can.
[[nodiscard]] std::string objection_to_progress_thread();

/// To be held while messages of a watched Pollable are started, tested or finished.
[[nodiscard]] std::unique_lock<std::mutex> messages_lock();

/// Polls `messages` by this process's kind of progress until they are unwatched. Hold messages_lock().
void watch(Pollable& messages);
/// No effect if `messages` is not watched. Hold messages_lock().
void unwatch(Pollable& messages);

/// A reduction whose sums in flight are polled; `reduction` itself with no progress.
[[nodiscard]] std::unique_ptr<Reduction> progressing(std::unique_ptr<Reduction> reduction);

}  // namespace minikrylov
