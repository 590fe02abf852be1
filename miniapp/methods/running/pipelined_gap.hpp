// Estimates of how far rounding errors have driven the recurrences of pipelined BiCGStab from their definitions.
#pragma once
#include "miniapp/methods/running/env.hpp"

namespace minikrylov {

/// How vectors were computed.
enum class By { recurrences, products };

/// Norms of the vectors of one iteration; without a preconditioner, r̂ = r, p̂ = p and ŝ = s.
struct PipelinedNorms {
  Scalars x, r, rhat, w, phat, s, shat, z;
};

/// Its coefficients; ω' belongs to the previous iteration.
struct PipelinedStep {
  Scalars alpha, beta, omega, omega_old;
};

/// Estimates the norms of the gaps b - A x - r, A r̂ - w, A p̂ - s and A ŝ - z, which the recurrences propagate as
///   of s: gap(w) + β (gap(s) - ω' gap(z)),              of z: β gap(z),
///   of r: gap(r) - α gap(s) - ω (gap(w) - α gap(z)),    of w: gap(w) - α gap(z),
/// plus local rounding errors; cf. S. Cools, https://arxiv.org/abs/1809.01948. Absolute values are summed, and a
/// rounding error is estimated by the unit roundoff times the norm of the rounded vector.
class PipelinedGap {
 public:
  PipelinedGap(const MethodParameters& given, const Scalars& norm_b);

  /// Adds an iteration; `residual`: how r, r̂ and w were computed, `directions`: how s, ŝ and z were.
  void add(const PipelinedNorms& now, const PipelinedStep& step, By residual, By directions);
  /// Whether to compute r by products in the next iteration: if the gap of r exceeds √ε ‖r‖, and is much larger than
  /// after a replacement, for one of `width` right-hand sides; at most once in 50 iterations.
  [[nodiscard]] bool is_harmful(int width) const;

 private:
  double A_, product_;  // ‖A‖; ‖A‖ √μ, with μ entries per row
  Scalars b_, r_, w_, s_, z_, norm_r_, left_;
  int since_ = 0;  // iterations since the last replacement
};

}  // namespace minikrylov
