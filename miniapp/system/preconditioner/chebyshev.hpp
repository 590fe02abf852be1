// Chebyshev polynomial preconditioner: powers of the matrix, no factors, no reductions.
#pragma once
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {

/// The interval in which a Chebyshev iteration damps errors.
struct ChebyshevInterval {
  double lower = 0, upper = 0;
};

/// For `degree` products, from an estimate from below of the largest eigenvalue of D⁻¹ A: its upper end is 10 % higher,
/// its lower end 1 + 4 (degree + 1)² times lower, where this many steps still damp by about a half.
[[nodiscard]] ChebyshevInterval chebyshev_interval(double largest_eigenvalue, int degree);

/// z = p(D⁻¹ A) D⁻¹ r, D = diag(A): `degree` steps of the Chebyshev iteration for A z = r from D⁻¹ r, all in one pass
/// over A where that is possible (see Operator::apply_powers). Y. Saad, Iterative Methods for Sparse Linear Systems,
/// 2nd ed. (2003), algorithm 12.1, as a recurrence of three terms. M is symmetric positive definite if all eigenvalues
/// lie between 0 and the sum of the interval's ends, since 1 - t p(t) is between -1 and 1 there; eigenvalues below the
/// interval do no harm.
class Chebyshev final : public Preconditioner {
 public:
  /// A must outlive this. `rows` and `ghosts`: of each vector to which A is applied.
  Chebyshev(const Operator& A, Jacobi inverse_diagonal, LocalIndex rows, LocalIndex ghosts, int degree,
            ChebyshevInterval interval);

  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  /// Collective; overwrites the ghosts of z.
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override;
  [[nodiscard]] Cost cost(int width) const override;

 private:
  /// Kernels for one width, z_0, and the vectors that z_1, z_2, … up to the result use in turn.
  struct Scratch {
    Kernels kernels;
    std::vector<Vector> z;
  };
  [[nodiscard]] Scratch& scratch(int width) const;
  [[nodiscard]] Powers all_of(std::span<const PowersChain> chains) const {
    return {.terms = terms_, .chains = chains, .inverse_diagonal = D_.inverse_diagonal(), .wanted = Wanted::last};
  }
  /// z_0 … z_degree, the last of which is `z`; as few others as A allows, none of which is `z`.
  [[nodiscard]] std::vector<Vector> chain(const Scratch& scratch, const Vector& z) const;

  const Operator& A_;
  Jacobi D_;
  LocalIndex rows_, ghosts_;
  double centre_;
  std::vector<PowersTerm> terms_;                           ///< one per product
  mutable std::map<std::pair<int, int>, Scratch> scratch_;  ///< by width and distinct powers
};

}  // namespace minikrylov
