// Arnoldi's process, and the harmonic Ritz values of what it finds.
#pragma once
#include <complex>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/preconditioner/small_eigenvalues.hpp"

namespace minikrylov {

/// M⁻¹ A on a Krylov space, in an orthonormal basis of it.
struct Projected {
  SmallMatrix H{0};  ///< upper Hessenberg
  double left = 0;   ///< norm of what the last product leaves outside of the space; 0: the space is invariant
};

/// `steps` steps of Arnoldi's process for M⁻¹ A from `start`, by modified Gram-Schmidt: Y. Saad, Iterative Methods for
/// Sparse Linear Systems, 2nd ed. (2003), algorithm 6.2; fewer where the space becomes invariant, none if `start` is
/// zero. Inner products are (x, W y), where `weight` computes W y and W is symmetric positive definite. Keeps as many
/// vectors. Collective.
[[nodiscard]] Projected arnoldi(const Operator& A, const Preconditioner& M, const Preconditioner& weight,
                                const Vector& start, const Communicator& ranks, int steps);

/// The roots of the residual polynomial of GMRES after as many steps, in conjugate pairs: the eigenvalues of
/// H + h² H⁻ᵀ e eᵀ, where h is what is left and e the last unit vector (C. Paige, B. Parlett, H. van der Vorst, Numer.
/// Linear Algebra Appl. 2 (1995) 115-133). Not finite where H is singular.
[[nodiscard]] std::vector<std::complex<double>> harmonic_ritz_values(const Projected& projected);

}  // namespace minikrylov
