// An emulated network as a value: how long messages take that nobody computes for.
#pragma once
#include <limits>

namespace minikrylov {

/// The time that a message takes at least. A sum by the message library is taken for one, sums of our own for one per
/// step.
struct EmulatedNetwork {
  double latency = 0;                                          ///< seconds
  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes per second

  /// Of one sum over ranks, or of all messages that a rank receives in one halo exchange.
  [[nodiscard]] double seconds(double bytes) const { return latency + bytes / bandwidth; }
  [[nodiscard]] double seconds_of(int messages, double bytes) const { return messages > 0 ? seconds(bytes) : 0; }
};

/// Returns when wall_time() has reached `time`. Leaves the processor to others: sleeps, and yields at the end.
void wait_until(double time);

}  // namespace minikrylov
