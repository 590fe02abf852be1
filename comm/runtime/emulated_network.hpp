// Parameters of an emulated network.
#pragma once
#include <limits>

namespace minikrylov {

/// The minimum time of a message. A sum by the message library counts as one message, a sum of our own as one per step.
struct EmulatedNetwork {
  double latency = 0;                                          ///< seconds
  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes per second

  /// The time of one sum over ranks, or of all messages that a rank receives in one halo exchange.
  [[nodiscard]] double seconds(double bytes) const { return latency + bytes / bandwidth; }
  [[nodiscard]] double seconds_of(int messages, double bytes) const { return messages > 0 ? seconds(bytes) : 0; }
};

/// Returns when wall_time() reaches `time`. Frees the processor meanwhile: sleeps, then yields near the end.
void wait_until(double time);

}  // namespace minikrylov
