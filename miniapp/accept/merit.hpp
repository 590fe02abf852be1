// The figure of merit and its parts.
#pragma once
#include <span>
#include <string>

#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// (Π x)^(1/n); zero for no numbers, or where one is not positive.
[[nodiscard]] double geometric_mean(std::span<const double> numbers);

/// Bytes that a solve must move, on all ranks: those of its iterations. Matrix, preconditioner and vectors once each
/// time they are read or written, as the program counts them.
[[nodiscard]] double bytes_moved(const SolveRecord& solve);

/// A method on a part: a whole solve, and solves of as many iterations or fewer, which were timed.
struct TimedMethod {
  SolveRecord full, timed;
};

/// Seconds of a whole solve are those of the median timed one, times the iterations of the one over those of the other.
[[nodiscard]] PartMethod part_method(const TimedMethod& method);

/// A part from its two methods. The faster one counts, unless the variant's solution is wrong: then the classical one.
/// bytes/s are those that the *classical* method must move over the time of the faster solve, so that moving more
/// bytes to hide a sum earns nothing; unknowns/s are rows times right-hand sides over the same time.
[[nodiscard]] PartRow part_row(std::string name, SystemScale scale, const TimedMethod& classical,
                               const TimedMethod& variant);

struct Merit {
  double bytes_per_second = 0, unknowns_per_second = 0;
};

/// Geometric means over all parts.
[[nodiscard]] Merit figure_of_merit(std::span<const PartRow> parts);

}  // namespace minikrylov
