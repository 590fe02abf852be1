// Checks whether a job fits into memory.
#pragma once
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "problems/require.hpp"

namespace minikrylov {

/// Estimated number of a method's work vectors with M, at least as many as it takes with any pipeline depth; `steps`: s
/// of s-step methods.
[[nodiscard]] int work_vectors(const CatalogueRow& row, int steps, PreconditionerChoice M);

/// Complains about a grid that is invalid, cannot be divided among the ranks, or does not fit into their memory. The
/// size of a matrix from a file is not known here.
void check_memory(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints);

/// Complains about a grid that is invalid, or whose matrix does not fit into the memory of the host of rank 0, which
/// assembles all of it for a study of its partitions. Matrices from files are not grids. On rank 0 only.
void check_memory_of_study(ProblemKind kind, GridSize size, const Surroundings& surroundings, Complaints& complaints);

}  // namespace minikrylov
