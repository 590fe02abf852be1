// Scratch memory of fused kernels.
#include "kernels/fusion/workspace.hpp"

#include "kernels/core/common_multiple.hpp"

namespace minikrylov {

Workspace::Workspace(LocalIndex rows, LocalIndex ghosts, int width, const Tuning& tuning)
    : rows_(rows), ghosts_(ghosts), width_(width), period_(common_multiple(width, lanes)), tuning_(tuning) {
  for (int e = 0; e < period_; ++e) row_of_.push_back(e / width);
}

FusedShape Workspace::shape(const std::vector<Scalars>& coefficients, int first) {
  FusedShape shape;
  shape.rows = rows_;
  shape.width = width_;
  shape.period = period_;
  shape.row_of = row_of_.data();
  shape.ahead = tuning_.elements_ahead;
  shape.filled_ahead = tuning_.filled_elements_ahead;
  shape.together = periods_together();
  if (width_ == 1) return shape;
  const int stride = on_host ? period_ : width_;
  const std::size_t needed = coefficients.size() * static_cast<std::size_t>(stride);
  if (host_table_.extent(0) < needed) {
    host_table_ = Kokkos::View<double*, Kokkos::HostSpace>("coefficients on the host", needed);
    if constexpr (!on_host) table_ = Array<double>("coefficients", needed);
  }
  double* to = host_table_.data();
  for (const Scalars& c : coefficients)
    for (int e = 0; e < stride; ++e) *to++ = c[e % width_];
  if constexpr (on_host) {
    shape.coefficients = host_table_.data() + first * stride;
  } else {
    Kokkos::deep_copy(Exec(), table_, host_table_);
    shape.coefficients = table_.data() + first * stride;
  }
  return shape;
}

LocalIndex Workspace::periods_together() const {
  if (period_ == lanes) return RowBlocks::max_elements;  // a single group: any number of periods is in order
  const bool in_memory = exceeds_caches(rows_, width_, tuning_);
  return static_cast<LocalIndex>(in_memory ? tuning_.periods_in_memory : tuning_.periods_in_cache);
}

double* Workspace::block_sums(int sums) {
  const LocalIndex blocks = RowBlocks::of(rows_, width_).count() + RowBlocks::of(ghosts_, width_).count();
  const std::size_t needed = static_cast<std::size_t>(blocks) * sums;
  if (block_sums_.size() < needed) block_sums_.resize(needed);
  return block_sums_.data();
}

std::vector<double> Workspace::add_blocks(int sums) const {
  std::vector<double> total(sums, 0.0);
  const double* from = block_sums_.data();
  for (LocalIndex b = RowBlocks::of(rows_, width_).count(); b > 0; --b)
    for (double& t : total) t += *from++;
  return total;
}

}  // namespace minikrylov
