// Checks that a job can multiply with a rounded matrix.
#pragma once
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Complains of what a job cannot do with a rounded matrix.
void check_mixed_precision(const SolveOptions& options, std::span<const CatalogueRow> catalogue,
                           Complaints& complaints);

}  // namespace minikrylov
