// The figure of merit and its parts.
#pragma once
#include <span>
#include <string>

#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// (Π x)^(1/n); zero for an empty list, or if any number is not positive.
[[nodiscard]] double geometric_mean(std::span<const double> numbers);

/// Bytes that the iterations of a solve must move, on all ranks: matrix, preconditioner and vectors once per read or
/// write, as counted by the traffic counters.
[[nodiscard]] double bytes_moved(const SolveRecord& solve);

/// A part from its two solves. The faster one counts, unless the variant's solution is wrong: then the classical one.
/// bytes/s are those that the *classical* method must move, divided by the time of the faster solve, so moving more
/// bytes to hide a reduction earns nothing; unknowns/s are rows times right-hand sides divided by the same time.
[[nodiscard]] PartRow part_row(std::string name, const SolveRecord& classical, const SolveRecord& variant);

struct Merit {
  double bytes_per_second = 0, unknowns_per_second = 0;
};

/// Geometric means over all parts.
[[nodiscard]] Merit figure_of_merit(std::span<const PartRow> parts);

}  // namespace minikrylov
