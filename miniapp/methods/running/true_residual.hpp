// The residual b - A x itself, computed apart from any method's recurrences.
#pragma once
#include "comm/communicator.hpp"
#include "kernels/core/scalars.hpp"
#include "kernels/fusion/formulation.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/methods/running/outcome.hpp"

namespace minikrylov {

/// A norm of residuals, with the preconditioner that it may refer to; that must outlive this.
struct NormOf {
  ResidualNorm norm = ResidualNorm::unpreconditioned;
  const Preconditioner& M;
};

/// Column by column the square root of a sum over all ranks. Collective.
[[nodiscard]] Scalars roots_of_sums(const Scalars& local, int width, const Communicator& ranks);

/// Column by column ‖x‖ over all ranks. Collective.
[[nodiscard]] Scalars norms(const Vector& x, const NormOf& norm, const Communicator& ranks);

/// Whether a true norm is so much larger than what a recurrence says of it that the two have nothing to do with each
/// other any more.
[[nodiscard]] constexpr bool cut_off(double true_norm, double recurrence_norm) {
  return true_norm > 2 * recurrence_norm;
}

/// Column by column ‖b - A x‖. Collective.
class TrueResidual {
 public:
  /// All must outlive this.
  TrueResidual(const Operator& A, const Vector& b, const NormOf& norm, const Communicator& ranks);
  [[nodiscard]] Scalars operator()(const Vector& x) const;

  /// What A and M show of themselves in a few steps of classical CG from x, first along p (null: along M⁻¹ r): column
  /// by column indefinite_preconditioner where (r, M⁻¹ r) < 0, indefinite_matrix where (p, A p) ≤ 0, otherwise running.
  /// Nothing here comes from a recurrence of the method, so rounding does not fake a sign. Collective.
  [[nodiscard]] std::vector<Ending> signs(const Vector& x, const Vector* p) const;

 private:
  const Operator& A_;
  const Vector& b_;
  NormOf norm_;
  const Communicator& ranks_;
  Vector r_;
};

}  // namespace minikrylov
