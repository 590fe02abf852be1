// Symmetric Gauss-Seidel by Kokkos Kernels: the baseline.
#pragma once
#include <memory>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/triangular/local_solver.hpp"

namespace minikrylov {

/// One forward and one backward sweep of KokkosSparse's point Gauss-Seidel from z = 0, in the order of its own
/// colouring, which may differ from run to run. Ghost columns are dropped; the pattern must be symmetric, the diagonal
/// nonzero. Throws std::invalid_argument if there are 2³¹ entries or more.
std::unique_ptr<LocalSolver> make_kokkos_gauss_seidel(const CrsArrays& matrix);

}  // namespace minikrylov
