// Propagation of the gap by norms of columns and magnitudes of coordinates.
#include "miniapp/methods/running/block_gap.hpp"

namespace minikrylov {

void BlockGap::begin(const Gram& G, int of_p) {
  env_.look_at_basis(G, of_p);
  columns_.assign(G.size(), Scalars(G.width(), 0));
  for (int k = 0; k < G.size(); ++k)
    for (int j = 0; j < G.width(); ++j) columns_[k][j] = std::sqrt(std::fmax(G.at(k, k, j), 0));
}

Scalars BlockGap::size_of(const Coordinates& c) const {
  Scalars sum;
  for (int k = 0; k < c.size(); ++k) sum = sum + abs(c[k]) * columns_[k];
  return sum;
}

bool BlockGap::add(const Coordinates& e, const Coordinates& Be, const Coordinates& c, const Scalars& gamma) {
  constexpr double share = 0.1;  // of the final residual: the gap is then still invisible in ‖b - A x‖
  constexpr double gain = 1.1;   // a replacement that leaves the same gap is of no use
  const Scalars gap_before = gap_, tolerated_before = tolerated_, norm = sqrt(abs(gamma));
  gap_ = gap_ + unit_roundoff * (A_ * size_of(e) + size_of(Be) + size_of(c));
  const Scalars running = env_.running(), final_share = share * env_.tolerated();
  tolerated_ =
      norm * combine(final_share, final_share, [](double x, double) { return std::fmax(x, replacement_tolerance); });
  for (int j = 0; j < running.width(); ++j)
    if (running[j] != 0 && gap_before[j] <= tolerated_before[j] && gap_[j] > tolerated_[j] && gap_[j] > gain * left_[j])
      return true;
  return false;
}

void BlockGap::end(const Gram& G, const Coordinates& e) {
  norm_x_ = norm_x_ + sqrt(abs(G(e, e)));
  gap_ = gap_ + unit_roundoff * A_ * norm_x_;
}

void BlockGap::replaced(const Scalars& gamma) {
  left_ = gap_ = unit_roundoff * (A_ * norm_x_ + sqrt(abs(gamma)));
  tolerated_ = infinity;
  env_.count_replacement();
}

}  // namespace minikrylov
