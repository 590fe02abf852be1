// Rough estimates of the spectrum of a preconditioned matrix: for deep pipelines, residual replacement, and the bases
// of s-step methods.
#pragma once
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "kernels/fusion/operators.hpp"

namespace minikrylov {

/// The largest eigenvalue of M⁻¹ A in modulus, by a few steps of the power method from a rough vector: an estimate from
/// below, accurate to a few per cent where eigenvalues are as dense as those of discretised differential equations.
/// `global_number`, one per row of this rank, makes the start independent of the partition. Collective.
[[nodiscard]] double largest_eigenvalue(const Operator& A, const Preconditioner& M, LocalIndex ghosts,
                                        const Array<GlobalIndex>& global_number, const Communicator& ranks);

/// Ritz values of M⁻¹ A, ascending, from `steps` steps of Lanczos' process (by way of CG: Y. Saad, Iterative Methods
/// for Sparse Linear Systems, 2nd ed. (2003), section 6.7.3) from the same vector; fewer where it ends. A and M must be
/// symmetric positive definite. Collective.
[[nodiscard]] std::vector<double> ritz_values(const Operator& A, const Preconditioner& M, LocalIndex ghosts,
                                              const Array<GlobalIndex>& global_number, const Communicator& ranks,
                                              int steps);

/// The same for any A, without M: eigenvalues of the symmetric part of A in a Krylov space (Arnoldi's process), between
/// which the real parts of A's eigenvalues lie. Keeps `steps` vectors. Collective.
[[nodiscard]] std::vector<double> real_parts(const Operator& A, LocalIndex ghosts,
                                             const Array<GlobalIndex>& global_number, const Communicator& ranks,
                                             int steps);

}  // namespace minikrylov
