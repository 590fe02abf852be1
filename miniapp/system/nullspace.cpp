// Computes and removes means.
#include "miniapp/system/nullspace.hpp"

#include <algorithm>
#include <cmath>

#include "problems/require.hpp"

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

void require_consistent(const Vector& b, const System& system, double share, const Communicator& ranks) {
  if (system.nullspace == Nullspace::none) return;
  constexpr double rounding = 1e-12;  // of a b computed as A x, in any number of rows
  const Vec<2> given(b, "b");
  const Vec<3> along(make_vector("b without constants", b.rows, 0, b.width), "c");
  copy(b, along.vector());
  MeanRemoval(system.global_rows, ranks)(along.vector());
  Kernels k(b.rows, b.width, {.fuse = Fuse::no});
  const auto [along2, all2] = k.run(along = given - along, dot(along, along), dot(given, given));
  std::vector<double> squares;
  for (const Scalars& local : {along2, all2})
    for (int j = 0; j < b.width; ++j) squares.push_back(local[j]);
  squares = ranks.reduce(squares, ReduceBy::sum);
  for (int j = 0; j < b.width; ++j) {
    const double norm = std::sqrt(squares[b.width + j]), component = std::sqrt(squares[j]);
    require(component <= std::max(share, rounding) * norm,
            "column {} of the right-hand side has a component of {:.1e} of its norm along constants, the null space of "
            "the matrix (so no x solves the system) subtract its mean",
            j + 1, component / norm);
  }
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
