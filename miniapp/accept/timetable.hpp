// How many iterations and solves of each timed set fit into the time that is asked for.
#pragma once
#include <cstddef>
#include <optional>

namespace minikrylov {

/// Timed solves of a set, besides one that is recorded: the fewest for which the median is not an extreme.
inline constexpr int timed_repetitions = 3;

/// A set: each solve, and for how long to repeat it.
struct TimedPlan {
  std::optional<int> iterations;  ///< of a solve; unset: until convergence
  double span_seconds = 0;        ///< of all timed solves
};

/// Divides the remaining time among the remaining sets. It knows no clock: `elapsed` are seconds since the first set
/// began.
class Timetable {
 public:
  /// For `sets` sets in `seconds` in total.
  Timetable(double seconds, std::size_t sets) : seconds_(seconds), left_(sets) {}

  /// Plans the next set, of a method that takes `whole` iterations until convergence.
  [[nodiscard]] TimedPlan begin_set(double elapsed, double seconds_per_iteration, int whole);
  /// The set has ended, with all that surrounds its solves.
  void end_set(double elapsed);

 private:
  double seconds_;
  std::size_t left_;
  double expected_end_ = 0;  ///< of the solves of the set that has begun
  double around_ = 0;        ///< seconds of the last set outside of its solves
};

}  // namespace minikrylov
