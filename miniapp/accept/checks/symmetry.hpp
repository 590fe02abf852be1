// Checks symmetry up to rounding.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// Largest asymmetry due to rounding: sums of a few hundred million terms differ by less.
inline constexpr double most_asymmetry = 1e-12;

/// |xᵀ A y - yᵀ A x| / (‖x‖ ‖A y‖) for pseudo-random x and y in [0, 1), the same for any number of ranks. Collective.
[[nodiscard]] double asymmetry_of(const Operator& A, const System& system, const Communicator& ranks);

/// The same for M⁻¹.
[[nodiscard]] double asymmetry_of(const Preconditioner& M, const System& system, const Communicator& ranks);

}  // namespace minikrylov
