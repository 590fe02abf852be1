// The memory bandwidth of this rank's device, measured like STREAM.
#pragma once
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Bytes per second by STREAM's convention: what the source code reads and writes, without write-allocate.
struct Bandwidth {
  double copy = 0;   ///< a = b: 16 bytes per element
  double triad = 0;  ///< a = b + s c: 24 bytes per element
  double dot = 0;    ///< Σ a b: 16 bytes per element
};

/// 256 MiB per array: more than four times most last-level caches. Ranks that share memory may divide it among them.
inline constexpr Offset bandwidth_elements = Offset{1} << 25;

/// The best of `repetitions` after a warm-up, with three arrays of `elements` doubles, first touched by the threads
/// that use them. Ranks that share memory should call it at the same time and add up their results. Throws
/// std::invalid_argument if either number is below 1, std::runtime_error if an array or a sum ends up wrong.
[[nodiscard]] Bandwidth measure_bandwidth(Offset elements = bandwidth_elements, int repetitions = 10);

/// Triads, dot products and updates that can be measured repeatedly, right beside what they are compared with: on a
/// shared machine the bandwidth varies from minute to minute.
class BandwidthMeter {
 public:
  /// Allocates three arrays of `elements` doubles for the lifetime of the object.
  explicit BandwidthMeter(Offset elements);
  /// Bytes per second of one triad on this rank, 24 per element.
  [[nodiscard]] double triad() const;
  /// Bytes per second of one dot product on this rank, 16 per element.
  [[nodiscard]] double dot() const;
  /// Bytes per second of one update in place, b = s b + t c, 24 per element: whereas most processors fetch the cache
  /// lines that a triad only overwrites, nothing is moved that is not counted.
  [[nodiscard]] double update() const;

 private:
  Offset elements_;
  Array<double> a_, b_, c_;
};

}  // namespace minikrylov
