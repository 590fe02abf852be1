// The largest eigenvalue of a preconditioned matrix, roughly: deep pipelines and residual replacement ask for it.
#pragma once
#include "comm/communicator.hpp"
#include "kernels/fusion/operators.hpp"

namespace minikrylov {

/// The largest eigenvalue of M⁻¹ A in modulus by a few steps of the power method from a rough vector: from below, and
/// within some per cent where eigenvalues lie as densely as those of differential equations. `global_number`, one for
/// each row of this rank, makes the start independent of the partition. Collective.
[[nodiscard]] double largest_eigenvalue(const Operator& A, const Preconditioner& M, LocalIndex ghosts,
                                        const Array<GlobalIndex>& global_number, const Communicator& ranks);

}  // namespace minikrylov
