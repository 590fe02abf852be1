// The arithmetic of the time of an acceptance run.
#include "miniapp/accept/timetable.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

/// Iterations of a solve for which a set has `seconds`; unset: until convergence.
std::optional<int> iterations_in(double seconds, double seconds_per_iteration, int whole) {
  // Of the repetitions and one more that is recorded; a fifth of the time is for triads and for set-up.
  constexpr double share = 0.8 / (timed_repetitions + 1);
  constexpr int fewest = 2;  // a single one would be dominated by the start of the solve
  const double fit = share * seconds / seconds_per_iteration;
  if (!(fit < whole)) return {};
  return std::clamp(static_cast<int>(fit), std::min(fewest, whole), whole);
}

}  // namespace

TimedPlan Timetable::begin_set(double elapsed, double seconds_per_iteration, int whole) {
  constexpr double shortest_span = 1e-9;
  const double share = std::max(0.0, seconds_ - elapsed) / static_cast<double>(std::max<std::size_t>(1, left_));
  const std::optional<int> iterations = iterations_in(share, seconds_per_iteration, whole);
  const double recorded = iterations.value_or(whole) * seconds_per_iteration;
  const double span = std::max(shortest_span, share - recorded - around_);
  expected_end_ = elapsed + recorded + span;
  return {iterations, span};
}

void Timetable::end_set(double elapsed) {
  around_ = std::max(0.0, elapsed - expected_end_);
  --left_;
}

}  // namespace minikrylov
