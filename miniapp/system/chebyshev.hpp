// Chebyshev polynomial preconditioner: products and fused kernels only, no factors, no reductions.
#pragma once
#include <memory>

#include "miniapp/system/preconditioners.hpp"
#include "miniapp/system/scratch.hpp"

namespace minikrylov {

/// z = p(D⁻¹ A) D⁻¹ r, D = diag(A): `degree` steps of the Chebyshev iteration for A z = r from D⁻¹ r, one product each.
/// Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed. (2003), algorithm 12.1. Damps errors in the interval
/// [λ / 30, 1.1 λ], where λ is the power method's estimate of the largest eigenvalue of D⁻¹ A. M is symmetric positive
/// definite if all eigenvalues lie between 0 and (1.1 + 1/30) λ, since 1 - t p(t) is between -1 and 1 there;
/// eigenvalues below the interval do no harm.
class Chebyshev final : public Preconditioner {
 public:
  /// A must outlive this. `largest_eigenvalue`: λ. `rows` and `ghosts`: of each vector to which A is applied.
  Chebyshev(const Operator& A, Jacobi inverse_diagonal, LocalIndex rows, LocalIndex ghosts, int degree,
            double largest_eigenvalue);

  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  /// Collective; overwrites the ghosts of z.
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override;
  [[nodiscard]] Cost cost(int width) const override;

 private:
  const Operator& A_;
  Jacobi D_;
  int degree_;
  double centre_, radius_;  ///< of the interval
  mutable ScratchByWidth scratch_;
};

}  // namespace minikrylov
