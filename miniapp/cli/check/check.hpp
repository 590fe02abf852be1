// Checks whether a job is consistent.
#pragma once
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Complains about every inconsistent combination of settings, except those concerning files.
void check(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints);

}  // namespace minikrylov
