// True residuals, and definiteness tests independent of the methods' recurrences.
#include "miniapp/methods/running/true_residual.hpp"

#include <cmath>

#include "kernels/fusion/kernels.hpp"

namespace minikrylov {
namespace {

Kernels checking_kernels(const Vector& x, ResidualNorm norm = ResidualNorm::unpreconditioned) {
  return {x.rows, x.width, {.fuse = Fuse::no, .norm = norm}};
}

Scalars sum_over(const Communicator& ranks, const Scalars& local, int width) {
  std::vector<double> values(width);
  for (int j = 0; j < width; ++j) values[j] = local[j];
  values = ranks.reduce(values, ReduceBy::sum);
  Scalars sums(width, 0);
  for (int j = 0; j < width; ++j) sums[j] = values[j];
  return sums;
}

}  // namespace

Scalars roots_of_sums(const Scalars& local, int width, const Communicator& ranks) {
  return sqrt(sum_over(ranks, local, width));
}

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

std::vector<Ending> TrueResidual::signs(const Vector& x, const Vector* direction) const {
  constexpr int steps = 3;  // methods that take two steps at once may fail past their iterate
  const int width = x.width;
  Kernels k = checking_kernels(x);
  const auto work = [&](const char* name) { return make_vector(name, x.rows, x.capacity() - x.rows, width); };
  const Vec<0> b(b_, "b");
  const Vec<1> iterate(x, "x");
  const Vec<2> r(r_, "r");
  const Vec<3> z(work("z"), "z");
  const Vec<4> p(work("p"), "p");
  const Vec<5> q(work("q"), "q");
  auto [alpha, beta] = coefficients("α", "β");
  std::vector<Ending> seen(width, Ending::running);
  const auto look = [&](const Scalars& product, Ending ending) {
    for (int j = 0; j < width; ++j)
      if (product[j] < 0 && seen[j] == Ending::running) seen[j] = ending;
  };

  k.run(r = b - A_ * iterate);
  k.run(z = norm_.M * r);
  direction == nullptr ? copy(z.vector(), p.vector()) : copy(*direction, p.vector());
  for (int i = 0; i < steps; ++i) {
    const auto [rz_local, rp_local] = k.run(dot(r, z), dot(r, p));
    look(sum_over(ranks_, rz_local, width), Ending::indefinite_preconditioner);
    const auto [pq_local] = k.run(q = A_ * p, dot(p, q));
    const Scalars pq = sum_over(ranks_, pq_local, width);
    look(pq, Ending::indefinite_matrix);
    alpha = quotient_or_zero(sum_over(ranks_, rp_local, width), pq);
    k.run(r = r - alpha * q, z = norm_.M * r);
    const auto [zq_local] = k.run(dot(z, q));
    beta = -1.0 * quotient_or_zero(sum_over(ranks_, zq_local, width), pq);
    k.run(p = z + beta * p);
  }
  return seen;
}

}  // namespace minikrylov
