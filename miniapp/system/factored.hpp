// Preconditioners that work on each rank by itself, with Schwarz corrections: IC(0), Gauss-Seidel, diagonal blocks.
#pragma once
#include <memory>

#include "kernels/triangular/local_solver.hpp"
#include "miniapp/settings/method_options.hpp"
#include "miniapp/system/scratch.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// z = M⁻¹ r with M = (D + L) D⁻¹ (D + U) or another solver on each rank, and then so many global nesting corrections
///   z = z + M⁻¹ (r - A z),
/// each of which costs a product and an application of the solver: additive Schwarz as in figure 16 of K. Nakajima et
/// al., HPCAsia 2022 Workshop, https://doi.org/10.1145/3503470.3503477. Symmetric if A is and U = Lᵀ.
class Factored final : public Preconditioner {
 public:
  /// A must outlive it. `ghosts`: of each vector that A is applied to.
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

/// Any choice that is made of the rows that `system` has kept. Collective: a SetupError of one rank (a bad pivot) is
/// that of all.
[[nodiscard]] std::unique_ptr<Preconditioner> make_factored(PreconditionerChoice choice,
                                                            const PreconditionerOptions& how, const System& system,
                                                            const Operator& A, const Communicator& ranks);

}  // namespace minikrylov
