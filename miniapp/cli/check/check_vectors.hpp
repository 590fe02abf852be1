// Checks the files of right-hand sides, solutions and initial guesses.
#pragma once
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Checks by their first lines that the files of vectors can be read, suit the system and each other, and fit into the
/// memory of the host that reads them. Not collective.
void check_vectors(const SolveOptions& job, const Surroundings& surroundings, Complaints& complaints);

}  // namespace minikrylov
