// The memory bandwidth of this rank's device, measured as STREAM does.
#pragma once
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Bytes a second, by STREAM's convention: what the source text reads and writes, without write-allocate.
struct Bandwidth {
  double copy = 0;   ///< a = b: 16 bytes an element
  double triad = 0;  ///< a = b + s c: 24 bytes an element
  double dot = 0;    ///< Σ a b: 16 bytes an element
};

/// 256 MiB an array: more than four times most last-level caches. Ranks that share a memory may share this number, too.
inline constexpr Offset bandwidth_elements = Offset{1} << 25;

/// The best of `repetitions` after a warm-up, with three arrays of `elements` doubles, first touched by the threads
/// that use them. Ranks that share a memory should call it at the same moment, and add up what they get. Throws
/// std::invalid_argument if either number is below 1, std::runtime_error if an array or a sum ends up wrong.
[[nodiscard]] Bandwidth measure_bandwidth(Offset elements = bandwidth_elements, int repetitions = 10);

/// A triad that can be measured again and again, next to what is compared with it: the speed of a shared machine's
/// memory changes from minute to minute.
class TriadMeter {
 public:
  /// Allocates three arrays of `elements` doubles for as long as this lives.
  explicit TriadMeter(Offset elements);
  /// Bytes a second of one triad on this rank.
  [[nodiscard]] double sample() const;

 private:
  Offset elements_;
  Array<double> a_, b_, c_;
};

}  // namespace minikrylov
