// Propagation of gaps, by norms.
#include "miniapp/methods/running/pipelined_gap.hpp"

#include <cmath>

namespace minikrylov {

PipelinedGap::PipelinedGap(const MethodParameters& given, const Scalars& norm_b)
    : A_(given.matrix_norm), product_(given.matrix_norm * std::sqrt(given.entries_per_row)), b_(norm_b) {}

void PipelinedGap::add(const PipelinedNorms& now, const PipelinedStep& step, By residual, By directions) {
  const Scalars alpha = abs(step.alpha), beta = abs(step.beta), omega = abs(step.omega);
  if (directions == By::products) {
    s_ = unit_roundoff * product_ * now.phat;
    z_ = unit_roundoff * product_ * now.shat;
  } else {
    s_ = w_ + beta * (s_ + abs(step.omega_old) * z_) + unit_roundoff * (A_ * now.phat + now.s);
    z_ = beta * z_ + unit_roundoff * (product_ * now.shat + now.z);
  }
  left_ = unit_roundoff * (product_ * now.x + b_);
  const Scalars half_step = w_ + alpha * z_;
  if (residual == By::products) {
    r_ = left_;
    w_ = unit_roundoff * product_ * now.rhat;
  } else {
    r_ = r_ + alpha * s_ + omega * half_step + unit_roundoff * (A_ * now.x + now.r + alpha * now.s);
    w_ = half_step + unit_roundoff * (A_ * now.rhat + now.w + alpha * now.z);
  }
  norm_r_ = now.r;
  since_ = residual == By::products ? 0 : since_ + 1;
}

bool PipelinedGap::is_harmful(int width) const {
  constexpr double much = 100;  // a replacement must reduce the gap by at least two digits to be worth its products
  constexpr int shortest = 50;  // iterations: each replacement disturbs the directions
  if (since_ < shortest) return false;
  for (int j = 0; j < width; ++j)
    if (r_[j] > replacement_tolerance * norm_r_[j] && r_[j] > much * left_[j]) return true;
  return false;
}

}  // namespace minikrylov
