// Whether iterates of CG still become better, however their residuals behave.
#pragma once
#include <vector>

#include "miniapp/methods/running/true_residual.hpp"

namespace minikrylov {

/// E(x) = (x, A x) / 2 - (b, x) is half the squared A-norm of the error but for a constant. In exact arithmetic each
/// step of CG decreases it, even while ‖b - A x‖ grows for hundreds of iterations; where it no longer decreases,
/// rounding errors have taken over.
class Energy {
 public:
  /// To be called with some iterates, in order, whose residual `truth` has just computed. Of these, column by column,
  /// the one with the smallest energy. Collective.
  [[nodiscard]] const std::vector<int>& best_of(int iterate, const Vector& x, const TrueResidual& truth);

 private:
  [[nodiscard]] std::vector<double> changes(const Vector& x, const TrueResidual& truth) const;

  Vector x_, r_;               // of the last iterate; without data before the first
  std::vector<double> above_;  // energy above the smallest so far, with digits that their sums would lose
  std::vector<int> best_;
};

}  // namespace minikrylov
