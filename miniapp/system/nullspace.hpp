// Singular systems: preconditioners that project out the null space of A.
#pragma once
#include <map>
#include <memory>

#include "comm/runtime/communicator.hpp"
#include "kernels/fusion/kernels.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// x ← x - mean(x), column-wise.
class MeanRemoval {
 public:
  /// `rows`: of all ranks together.
  MeanRemoval(GlobalIndex rows, const Communicator& ranks) : rows_(rows), ranks_(ranks) {}
  /// Collective: one blocking sum.
  void operator()(const Vector& x, ProgressHook* progress = nullptr) const;

 private:
  struct Ones {
    Kernels kernels;
    Vector ones;
  };
  [[nodiscard]] Ones& ones(const Vector& like) const;

  GlobalIndex rows_;
  Communicator ranks_;
  mutable std::map<int, Ones> by_width_;  // made when a width is first needed
};

/// Throws a SetupError on all ranks if a column of b has a component along the null space of `system`, whose matrix is
/// symmetric, of more than `share` of its norm: no x solves that. Collective.
void require_consistent(const Vector& b, const System& system, double share, const Communicator& ranks);

/// z = P M⁻¹ r, where P removes the mean, as PETSc's MatNullSpace does after each application of a preconditioner.
/// Residuals of a consistent system have no component in the null space; preconditioned residuals do, and x would drift
/// along it. Applications are collective: each sums over ranks.
class WithoutConstants final : public Preconditioner {
 public:
  WithoutConstants(std::unique_ptr<Preconditioner> M, const System& system, const Communicator& ranks)
      : M_(std::move(M)), remove_mean_(system.global_rows, ranks), rows_(system.rows) {}

  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override;
  /// The cost of M, and of two passes over z: to compute the mean, and to remove it.
  [[nodiscard]] Cost cost(int width) const override;

 private:
  std::unique_ptr<Preconditioner> M_;
  MeanRemoval remove_mean_;
  LocalIndex rows_;
};

}  // namespace minikrylov
