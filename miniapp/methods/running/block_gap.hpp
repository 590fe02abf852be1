// Estimates of how far rounding errors have driven r from b - A x in s-step methods.
#pragma once
#include "miniapp/methods/running/env.hpp"

namespace minikrylov {

/// Bounds the gap b - A x - r of a method that takes s steps in coordinates of a basis Y, and says when to replace r by
/// b - A x. E. Carson, J. Demmel, SIAM J. Matrix Anal. Appl. 35 (2014) 22-43, section 4, with constants of 1 (Higham's
/// rule of thumb). Each step adds ε (‖A‖ ‖|Y| |e|‖ + ‖|Y| |B e|‖ + ‖|Y| |c|‖) and each block ε ‖A‖ ‖x‖, where ‖|Y| |c|‖
/// ≤ Σ |c_k| ‖y_k‖, whose norms the diagonal of the Gram matrix has: no further sum. All norms are those of its inner
/// product. What x₀ adds is left out, since it would remain after a replacement.
class BlockGap {
 public:
  explicit BlockGap(Env& env) : env_(env), A_(env.parameters.basis.norm) {}

  /// A block begins whose basis has this Gram matrix; its first `of_p` columns are the powers of one vector.
  void begin(const Gram& G, int of_p);
  /// Adds a step after which x + Y e is the iterate and Y c its residual, of squared norm γ; to be called after the
  /// stopping test. True if r is to be replaced: where the gap begins to exceed √ε ‖r‖ (from then on it would disturb
  /// the directions more than a replacement does) and a tenth of the residual at which the iteration ends.
  [[nodiscard]] bool add(const Coordinates& e, const Coordinates& Be, const Coordinates& c, const Scalars& gamma);
  /// The block has delivered x + Y e.
  void end(const Gram& G, const Coordinates& e);
  /// r, of squared norm γ, has been replaced.
  void replaced(const Scalars& gamma);

 private:
  [[nodiscard]] Scalars size_of(const Coordinates& c) const;

  Env& env_;
  double A_;
  std::vector<Scalars> columns_;           // ‖y_k‖
  Scalars gap_, left_, norm_x_;            // left_: after the last replacement
  Scalars tolerated_ = Scalars(infinity);  // the gap that was allowed at the last step
};

}  // namespace minikrylov
