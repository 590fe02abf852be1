// The residual b - A x itself, independent of any method's recurrences.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "kernels/core/scalars.hpp"
#include "kernels/fusion/formulation.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/methods/running/outcome.hpp"

namespace minikrylov {

/// A norm of residuals and the preconditioner that it may refer to, which must outlive this.
struct NormOf {
  ResidualNorm norm = ResidualNorm::unpreconditioned;
  const Preconditioner& M;
};

/// Column-wise square roots of sums over all ranks. Collective.
[[nodiscard]] Scalars roots_of_sums(const Scalars& local, int width, const Communicator& ranks);

/// Column-wise ‖x‖ over all ranks, even if its square is outside the range of double; NaN where (x, M⁻¹ x) < 0.
/// Collective.
[[nodiscard]] Scalars norms(const Vector& x, const NormOf& norm, const Communicator& ranks);

/// Whether rounding has decoupled a recurrence from the true residual, whose norm is then much larger.
[[nodiscard]] constexpr bool cut_off(double true_norm, double recurrence_norm) {
  return true_norm > 2 * recurrence_norm;
}

/// Column-wise ‖b - A x‖. Collective.
class TrueResidual {
 public:
  /// All arguments must outlive this.
  TrueResidual(const Operator& A, const Vector& b, const NormOf& norm, const Communicator& ranks);
  [[nodiscard]] Scalars operator()(const Vector& x) const;
  /// b - A x itself, of the last x.
  [[nodiscard]] const Vector& latest() const { return r_; }
  [[nodiscard]] const Communicator& ranks() const { return ranks_; }

  /// Of classical CG, to see a sign that a method has seen: those that take two steps at once may fail past their
  /// iterate.
  static constexpr int few_steps = 3;

  /// Tests the definiteness of A and M by `steps` steps of classical CG from x, first along p (null: along M⁻¹ r);
  /// fewer if the residual vanishes. Per column: indefinite_preconditioner where (r, M⁻¹ r) ≤ 0, indefinite_matrix
  /// where (p, A p) ≤ 0, otherwise running. Uses none of the method's recurrences, so that rounding cannot fake a sign.
  /// Collective.
  [[nodiscard]] std::vector<Ending> signs(const Vector& x, const Vector* p, int steps) const;

 private:
  const Operator& A_;
  const Vector& b_;
  NormOf norm_;
  const Communicator& ranks_;
  Vector r_;
};

}  // namespace minikrylov
