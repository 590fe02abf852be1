// The energy that CG minimises.
#include "miniapp/methods/running/energy.hpp"

#include "kernels/fusion/kernels.hpp"

namespace minikrylov {

/// E(x) - E(last x) = -(x - last x, r + last r) / 2 from the residuals of both: E itself has no digits left for it.
std::vector<double> Energy::changes(const Vector& x, const TrueResidual& truth) const {
  const Vec<0> latest(x, "x");
  const Vec<1> r(truth.latest(), "r");
  const Vec<2> step(x_, "last x");
  const Vec<3> last_r(r_, "last r");
  Kernels k(x.rows, x.width, {.fuse = Fuse::no});
  const auto [along_r, along_last_r] = k.run(step = latest - step, dot(step, r), dot(step, last_r));
  std::vector<double> sums(x.width);
  for (int j = 0; j < x.width; ++j) sums[j] = -0.5 * (along_r[j] + along_last_r[j]);
  return truth.ranks().reduce(sums, ReduceBy::sum);
}

const std::vector<int>& Energy::best_of(int iterate, const Vector& x, const TrueResidual& truth) {
  if (best_.empty()) {
    x_ = make_vector("last x", x.rows, 0, x.width);
    r_ = make_vector("last b - A x", x.rows, 0, x.width);
    best_.assign(x.width, iterate);
    above_.assign(x.width, 0);
  } else {
    const std::vector<double> change = changes(x, truth);
    for (int j = 0; j < x.width; ++j) {
      above_[j] += change[j];
      if (above_[j] >= 0) continue;
      above_[j] = 0;
      best_[j] = iterate;
    }
  }
  copy(x, x_);
  copy(truth.latest(), r_);
  return best_;
}

}  // namespace minikrylov
