// Checks that what is said about halos can have an effect.
#pragma once
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Complains about overlaps, chunks, ghosts of powers and messages of a device that this job or build has no use for.
void check_halo(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints);

}  // namespace minikrylov
