// Progress of messages while a rank computes: MPI libraries often make progress only inside MPI calls.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>

#include "comm/reduction/reduction.hpp"
#include "kernels/core/progress_hook.hpp"

namespace minikrylov {

enum class ProgressKind { none, manual, thread };

struct ProgressOptions {
  ProgressKind kind = ProgressKind::none;
  int calls_per_loop = 10;  ///< polls per loop over rows, with manual progress
};

/// The cost of progress on this rank.
struct ProgressCounts {
  std::int64_t calls = 0;
  double seconds = 0;  ///< spent polling, by the computing thread (manual) or the progress thread (thread)
};

/// A handle on what polls messages in flight, for all that send messages or run loops. Copies share one progress, which
/// ends with the last of them. none: no polling. manual: the thread that launches kernels polls everything in flight
/// from those of its loops over rows that are given hook() (on a host). thread: a separate thread polls continuously
/// while something is in flight.
class Progress {
 public:
  /// No progress.
  Progress() = default;
  /// Throws a SetupError if the message library does not allow a thread.
  explicit Progress(const ProgressOptions& options);

  [[nodiscard]] ProgressOptions options() const;
  /// The hook for loops over rows; no effect while nothing is in flight, or unless progress is manual. Null if made
  /// without options.
  [[nodiscard]] ProgressHook* hook() const;
  /// Counts since the last reset.
  [[nodiscard]] ProgressCounts counts() const;
  void reset_counts() const;

  /// To be held while watched messages are started, tested or finished; holds nothing without progress.
  [[nodiscard]] std::unique_lock<std::mutex> lock() const;
  /// Polls `messages`, with lock() held, until they are unwatched. Hold lock().
  void watch(Pollable& messages) const;
  /// No effect if `messages` is not watched. Hold lock().
  void unwatch(Pollable& messages) const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // null: none
};

/// Why a progress thread cannot call the message library; empty if it can.
[[nodiscard]] std::string objection_to_progress_thread();

/// A reduction whose sums in flight `progress` polls; `reduction` itself with no progress.
[[nodiscard]] std::unique_ptr<Reduction> progressing(std::unique_ptr<Reduction> reduction, const Progress& progress);

}  // namespace minikrylov
