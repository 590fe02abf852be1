// Preconditioners for vectors in single precision.
#pragma once
#include <memory>

#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// The same M⁻¹, which widens vectors in single precision and rounds its result: substitutions and products inside
/// preconditioners are compiled for doubles. One right-hand side.
class Widening final : public Preconditioner {
 public:
  Widening(std::unique_ptr<Preconditioner> M, const System& system)
      : M_(std::move(M)),
        r_(make_vector("r of M", system.rows, system.ghosts, 1)),
        z_(make_vector("z of M", system.rows, system.ghosts, 1)) {}

  [[nodiscard]] PreconditionerKind kind() const override { return M_->kind(); }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return M_->inverse_diagonal(); }
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override {
    if (r.precision() == Precision::double_precision) return M_->apply(r, z, progress);
    copy(r, r_, progress);
    M_->apply(r_, z_, progress);
    copy(z_, z, progress);
  }
  /// For vectors in single precision.
  [[nodiscard]] Cost cost(int width) const override {
    const double copied = 12.0 * r_.rows;
    return M_->cost(width) + Cost{copied, copied, 0};
  }
  [[nodiscard]] std::optional<double> multiple_of_identity() const override { return M_->multiple_of_identity(); }

 private:
  std::unique_ptr<Preconditioner> M_;
  Vector r_, z_;
};

}  // namespace minikrylov
