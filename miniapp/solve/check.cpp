// Residuals and errors, computed apart from any method.
#include "miniapp/solve/check.hpp"

#include <cmath>

#include "kernels/fusion/kernels.hpp"

namespace minikrylov {
namespace {

Scalars roots_of_sums(const Scalars& local, int width, const Communicator& ranks) {
  std::vector<double> values(width);
  for (int j = 0; j < width; ++j) values[j] = local[j];
  values = ranks.reduce(values, ReduceBy::sum);
  Scalars roots(width, 0);
  for (int j = 0; j < width; ++j) roots[j] = std::sqrt(values[j]);
  return roots;
}

Kernels checking_kernels(const Vector& x, ResidualNorm norm = ResidualNorm::unpreconditioned) {
  return {x.rows, x.width, {.fuse = Fuse::no, .norm = norm}};
}

}  // namespace

Scalars norms(const Vector& x, const NormOf& norm, const Communicator& ranks) {
  Kernels k = checking_kernels(x, norm.norm);
  const Vec<2> v(x, "x");
  if (norm.norm == ResidualNorm::unpreconditioned) {
    const auto [sum] = k.run(dot(v, v));
    return roots_of_sums(sum, x.width, ranks);
  }
  const Vec<3> z(make_vector("M⁻¹ x", x.rows, x.capacity() - x.rows, x.width), "z");
  const auto [sum] = k.run(z = norm.M * v, squared_norm(v, z));
  return roots_of_sums(sum, x.width, ranks);
}

TrueResidual::TrueResidual(const Operator& A, const Vector& b, const NormOf& norm, const Communicator& ranks)
    : A_(A), b_(b), norm_(norm), ranks_(ranks), r_(make_vector("b - A x", b.rows, b.capacity() - b.rows, b.width)) {}

Scalars TrueResidual::operator()(const Vector& x) const {
  Kernels k = checking_kernels(x);
  const Vec<0> b(b_, "b");
  const Vec<2> r(r_, "r");
  const Vec<3> iterate(x, "x");
  k.run(r = b - A_ * iterate);
  return norms(r_, norm_, ranks_);
}

std::optional<double> relative_error(const Vector& x, const RightHandSides& sides, const Communicator& ranks) {
  if (sides.first_known >= x.width) return std::nullopt;
  const Vector difference = make_vector("x - exact", x.rows, 0, x.width);
  Kernels k = checking_kernels(x);
  const Vec<2> iterate(x, "x");
  const Vec<3> exact(sides.exact, "exact");
  const Vec<4> error(difference, "e");
  const auto [e2, x2] = k.run(error = iterate - exact, dot(error, error), dot(exact, exact));
  const Scalars above = roots_of_sums(e2, x.width, ranks), below = roots_of_sums(x2, x.width, ranks);
  double largest = 0;
  for (int j = sides.first_known; j < x.width; ++j) largest = std::fmax(largest, above[j] / below[j]);
  return largest;
}

}  // namespace minikrylov
