// The options of `minikrylov solve`.
#pragma once
#include "miniapp/cli/options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Reads the words after "solve": a job, or a text to print. Complaints, not exceptions; a job with complaints is of no
/// use.
[[nodiscard]] Command parse_solve(std::span<const std::string> words, const Surroundings& surroundings,
                                  Complaints& complaints);

/// Complains of every combination that makes no sense. Says nothing about files.
void check(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints);

}  // namespace minikrylov
