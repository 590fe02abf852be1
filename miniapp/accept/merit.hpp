// The figure of merit and its parts.
#pragma once
#include <span>
#include <string>

#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// (Π x)^(1/n); zero for no numbers, or where one is not positive.
[[nodiscard]] double geometric_mean(std::span<const double> numbers);

/// Bytes that the iterations of a solve must move, on all ranks: matrix, preconditioner and vectors, counted each time
/// they are read or written.
[[nodiscard]] double bytes_moved(const SolveRecord& solve);

/// A method on a part: a whole solve, and timed solves of at most as many iterations.
struct TimedMethod {
  SolveRecord full, timed;
};

/// The time of a whole solve is the median timed one, scaled by the ratio of iterations.
[[nodiscard]] PartMethod part_method(const TimedMethod& method);

/// A part from its two methods. The faster one counts, or the classical one if the variant's solution is wrong. bytes/s
/// are the bytes that the *classical* method must move over the time of the faster solve, so that moving more bytes to
/// hide a sum earns nothing; unknowns/s are rows times right-hand sides over the same time.
[[nodiscard]] PartRow part_row(std::string name, SystemScale scale, const TimedMethod& classical,
                               const TimedMethod& variant);

struct Merit {
  double bytes_per_second = 0, unknowns_per_second = 0;
};

/// Geometric means over all parts.
[[nodiscard]] Merit figure_of_merit(std::span<const PartRow> parts);

}  // namespace minikrylov
