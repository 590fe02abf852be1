// Rank-local preconditioners with Schwarz corrections: IC(0), Gauss-Seidel, diagonal blocks.
#pragma once
#include <memory>

#include "kernels/triangular/local_solver.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"
#include "miniapp/system/preconditioner/scratch.hpp"

namespace minikrylov {

/// z = M⁻¹ r with M = (D + L) D⁻¹ (D + U) or another rank-local solver, followed by global nesting corrections
///   z = z + M⁻¹ (r - A z),
/// each of which costs a product and an application of the solver: additive Schwarz as in figure 16 of K. Nakajima et
/// al., HPCAsia 2022 Workshop, https://doi.org/10.1145/3503470.3503477. Symmetric if A is and U = Lᵀ.
class Factored final : public Preconditioner {
 public:
  /// A must outlive this. `ghosts`: of each vector to which A is applied.
  Factored(std::unique_ptr<LocalSolver> solver, const Operator& A, LocalIndex ghosts, int corrections);

  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  /// Collective if there are corrections, which overwrite the ghosts of z.
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override;
  [[nodiscard]] Cost cost(int width) const override;

 private:
  std::unique_ptr<LocalSolver> solver_;
  const Operator& A_;
  int corrections_;
  mutable ScratchByWidth scratch_;
};

}  // namespace minikrylov
