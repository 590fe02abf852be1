// Checks that what is said about halos can have an effect.
#pragma once
#include <span>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Complains about overlaps, chunks, ghosts of powers and messages of a device that this job or build has no use for.
void check_halo(const SolveOptions& options, std::span<const CatalogueRow> catalogue, Complaints& complaints);

}  // namespace minikrylov
