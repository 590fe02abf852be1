// Polynomial bases of Krylov spaces, for methods that take several steps at a time.
#pragma once
#include <span>
#include <vector>

#include "kernels/core/coordinates.hpp"
#include "kernels/schedule/powers_moments.hpp"
#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// p_0 = 1, p_1, …, p_s by scaled three-term recurrences, as powers() takes them.
struct KrylovBasis {
  std::vector<PowersTerm> terms;
  double norm = 1;  ///< ‖A‖, an estimate from Ritz values

  [[nodiscard]] int steps() const { return static_cast<int>(terms.size()); }
};

/// A basis for `steps` steps from Ritz values of the operator, ascending. M. Hoemmen, Communication-avoiding Krylov
/// subspace methods, PhD thesis, Berkeley (2010), chapter 7. All are scaled so that columns keep about the same norm:
///   monomial   p_k = A p_{k-1} / λmax
///   newton     p_k = (A - θ_{k-1}) p_{k-1} / σ, θ: Ritz values in Leja's order, σ: a quarter of their interval
///   chebyshev  Chebyshev's polynomials on [λmin, λmax]
[[nodiscard]] KrylovBasis make_basis(BasisKind kind, int steps, const std::vector<double>& ritz);

/// p with ‖r‖² = zᵀ Mᵖ z in a norm of r, where z = M⁻¹ r.
[[nodiscard]] constexpr int power_of(ResidualNorm norm) {
  return norm == ResidualNorm::unpreconditioned ? 2 : norm == ResidualNorm::natural ? 1 : 0;
}

/// `count` of the values in Leja's order, which is repeated if there are fewer.
[[nodiscard]] std::vector<double> leja_ordered(const std::vector<double>& values, int count);

/// The Gram matrix of [P, R] in Chebyshev's basis of a self-adjoint operator. Since 2 T_i T_j = T_{i+j} + T_{|i-j|},
///   (T_i y, T_j z) = q_{i+j} + q_{|i-j|} - q_{(i+j) mod 2}.
/// Where |i - j| ≤ 1 this is q_{i+j} itself. Elsewhere it differs from the inner product of columns by rounding errors
/// of the size of ε ‖y‖ ‖z‖, since |T_k| ≤ 1 where the basis has the eigenvalues.
[[nodiscard]] Gram gram_of_moments(const MomentLayout& layout, int width, const std::vector<double>& q);

/// The largest condition number, over right-hand sides, of the first `columns` vectors of a basis scaled to norm 1,
/// from the eigenvalues of their Gram matrix. Rounding hides what is above 1/√ε: such a basis has 6.7e7.
[[nodiscard]] double condition_of(const Gram& G, int columns);

/// B a with A Y a = Y B a, for Y = [P, R] with P of `of_p` and R of `of_r` columns. The last coordinate of each must be
/// zero, since A maps its column out of the space.
[[nodiscard]] Coordinates times_B(const KrylovBasis& basis, int of_p, int of_r, const Coordinates& a);

}  // namespace minikrylov
