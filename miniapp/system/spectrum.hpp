// A rough estimate of the largest eigenvalue of a preconditioned matrix, for deep pipelines and residual replacement.
#pragma once
#include "comm/communicator.hpp"
#include "kernels/fusion/operators.hpp"

namespace minikrylov {

/// The largest eigenvalue of M⁻¹ A in modulus, by a few steps of the power method from a rough vector: an estimate from
/// below, accurate to a few per cent where eigenvalues are as dense as those of discretised differential equations.
/// `global_number`, one per row of this rank, makes the start independent of the partition. Collective.
[[nodiscard]] double largest_eigenvalue(const Operator& A, const Preconditioner& M, LocalIndex ghosts,
                                        const Array<GlobalIndex>& global_number, const Communicator& ranks);

}  // namespace minikrylov
