// The options of `minikrylov solve`.
#pragma once
#include "miniapp/cli/options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Parses the words after "solve" into a job or a text to print. Adds complaints instead of throwing; a job with
/// complaints must not be used.
[[nodiscard]] Command parse_solve(std::span<const std::string> words, const Surroundings& surroundings,
                                  Complaints& complaints);

}  // namespace minikrylov
