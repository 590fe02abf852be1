// Checks whether a job fits into memory.
#pragma once
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Estimated number of a method's work vectors, at least as many as it takes with any pipeline depth; `steps`: s of
/// s-step methods.
[[nodiscard]] int work_vectors(const CatalogueRow& row, int steps);

/// Complains about a grid that is invalid, cannot be divided among the ranks, or does not fit into their memory. The
/// size of a matrix from a file is not known here.
void check_memory(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints);

}  // namespace minikrylov
