// What a solution is worth: residuals and errors that no method computed.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "kernels/core/scalars.hpp"
#include "kernels/fusion/formulation.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/right_hand_sides.hpp"

namespace minikrylov {

/// A norm of residuals, with the preconditioner that it may refer to; that must outlive this.
struct NormOf {
  ResidualNorm norm = ResidualNorm::unpreconditioned;
  const Preconditioner& M;
};

/// Column by column ‖x‖ over all ranks. Collective.
[[nodiscard]] Scalars norms(const Vector& x, const NormOf& norm, const Communicator& ranks);

/// Column by column ‖b - A x‖. Collective.
class TrueResidual {
 public:
  /// All must outlive this.
  TrueResidual(const Operator& A, const Vector& b, const NormOf& norm, const Communicator& ranks);
  [[nodiscard]] Scalars operator()(const Vector& x) const;

 private:
  const Operator& A_;
  const Vector& b_;
  NormOf norm_;
  const Communicator& ranks_;
  Vector r_;
};

/// The largest ‖x - exact‖ / ‖exact‖ of the columns whose solution is known; empty if there is none. Collective.
[[nodiscard]] std::optional<double> relative_error(const Vector& x, const RightHandSides& sides,
                                                   const Communicator& ranks);

}  // namespace minikrylov
