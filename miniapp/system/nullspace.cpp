// Computes and removes means.
#include "miniapp/system/nullspace.hpp"

namespace minikrylov {

MeanRemoval::Ones& MeanRemoval::ones(const Vector& like) const {
  if (const auto found = by_width_.find(like.width); found != by_width_.end()) return found->second;
  Ones made{Kernels(like.rows, like.width), make_vector("1", like.rows, 0, like.width)};
  fill(made.ones, 1);
  return by_width_.emplace(like.width, std::move(made)).first->second;
}

void MeanRemoval::operator()(const Vector& x, ProgressHook* progress) const {
  auto& [k, all_ones] = ones(x);
  k.poll(progress);
  const Vec<0> z(x, "z");
  const Vec<1> one(all_ones, "1");
  const auto [local] = k.run(dot(z, one));
  std::vector<double> sums(x.width);
  for (int j = 0; j < x.width; ++j) sums[j] = local[j];
  sums = ranks_.reduce(sums, ReduceBy::sum);
  Coefficient mean("mean", Scalars(x.width, 0));
  for (int j = 0; j < x.width; ++j) mean[j] = sums[j] / static_cast<double>(rows_);
  k.run(z = z - mean * one);
}

void WithoutConstants::apply(const Vector& r, const Vector& z, ProgressHook* progress) const {
  M_->apply(r, z, progress);
  remove_mean_(z, progress);
}

Cost WithoutConstants::cost(int width) const {
  const double vector = static_cast<double>(rows_) * width;
  return M_->cost(width) + Cost{32 * vector, 8 * vector, 4 * vector};
}

}  // namespace minikrylov
