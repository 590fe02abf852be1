// True residuals, and definiteness tests independent of the methods' recurrences.
#include "miniapp/methods/running/true_residual.hpp"

#include <cmath>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/system/scale.hpp"

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

/// ‖x‖², which may have left the range of double. Collective.
Scalars squared_norms(const Vector& x, const NormOf& norm, const Communicator& ranks) {
  Kernels k = checking_kernels(x, norm.norm);
  const Vec<2> v(x, "x");
  if (norm.norm == ResidualNorm::unpreconditioned) {
    const auto [sum] = k.run(dot(v, v));
    return sum_over(ranks, sum, x.width);
  }
  const Vec<3> z(make_vector("M⁻¹ x", x.rows, x.capacity() - x.rows, x.width), "z");
  const auto [sum] = k.run(z = norm.M * v, squared_norm(v, z));
  return sum_over(ranks, sum, x.width);
}

/// Column by column the exponent of the largest component, 0 where there is none or it is not finite. Collective.
std::vector<int> exponents(const Vector& x, const Communicator& ranks) {
  std::vector<int> exponents;
  for (const double size : largest_of_columns(x.data, x.rows, x.width, ranks))
    exponents.push_back(size > 0 && std::isfinite(size) ? std::ilogb(size) : 0);
  return exponents;
}

/// A copy of x whose columns are multiplied by 2^-exponents.
Vector without_powers(const Vector& x, const std::vector<int>& exponents) {
  const Vector scaled = make_vector("2^-k x", x.rows, x.capacity() - x.rows, x.width);
  Coefficient half("2^-k", Scalars(x.width, 1));  // in two steps: one power may be beyond the range
  for (int j = 0; j < x.width; ++j) half[j] = std::ldexp(1, -exponents[j] / 2);
  Coefficient rest("2^-k", Scalars(x.width, 1));
  for (int j = 0; j < x.width; ++j) rest[j] = std::ldexp(1, -exponents[j] + exponents[j] / 2);
  const Vec<2> from(x, "x");
  const Vec<3> to(scaled, "y");
  Kernels k = checking_kernels(x);
  k.run(to = half * from);
  k.run(to = rest * to);
  return scaled;
}

/// (v, B v), but -1 where it is zero although (v,v) is not: then B is not positive definite either.
Scalars strictly(const Scalars& product, const Scalars& square) {
  return combine(product, square, [](double p, double s) { return p == 0 && s > 0 ? -1.0 : p; });
}

}  // namespace

Scalars roots_of_sums(const Scalars& local, int width, const Communicator& ranks) {
  return sqrt(sum_over(ranks, local, width));
}

Scalars norms(const Vector& x, const NormOf& norm, const Communicator& ranks) {
  constexpr double lowest = 0x1p-900, highest = 0x1p1000;
  const Scalars squares = squared_norms(x, norm, ranks);
  bool sure = true;
  for (int j = 0; j < x.width; ++j) sure = sure && squares[j] >= lowest && squares[j] <= highest;
  if (sure) return sqrt(squares);
  const std::vector<int> powers = exponents(x, ranks);
  Scalars norms = sqrt(squared_norms(without_powers(x, powers), norm, ranks));
  for (int j = 0; j < x.width; ++j) norms[j] = std::ldexp(norms[j], powers[j]);
  return norms;
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

std::vector<Ending> TrueResidual::signs(const Vector& x, const Vector* direction, int steps) const {
  constexpr double vanished = 1e-20;  // of (r, M⁻¹ r), ten digits of r: what is left may be rounding errors alone
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
  Scalars first(width, 0);
  const auto is_open = [&](const Scalars& rz) {
    for (int j = 0; j < width; ++j)
      if (seen[j] == Ending::running && rz[j] > vanished * first[j]) return true;
    return false;
  };

  k.run(r = b - A_ * iterate);
  k.run(z = norm_.M * r);
  direction == nullptr ? copy(z.vector(), p.vector()) : copy(*direction, p.vector());
  for (int i = 0; i < steps; ++i) {
    const auto [rz_local, rp_local, rr_local] = k.run(dot(r, z), dot(r, p), dot(r, r));
    const Scalars rz = sum_over(ranks_, rz_local, width);
    look(strictly(rz, sum_over(ranks_, rr_local, width)), Ending::indefinite_preconditioner);
    if (i == 0) first = rz;
    if (i > 0 && !is_open(rz)) break;
    const auto [pq_local, pp_local] = k.run(q = A_ * p, dot(p, q), dot(p, p));
    const Scalars pq = sum_over(ranks_, pq_local, width);
    look(strictly(pq, sum_over(ranks_, pp_local, width)), Ending::indefinite_matrix);
    alpha = quotient_or_zero(sum_over(ranks_, rp_local, width), pq);
    k.run(r = r - alpha * q, z = norm_.M * r);
    const auto [zq_local] = k.run(dot(z, q));
    beta = -1.0 * quotient_or_zero(sum_over(ranks_, zq_local, width), pq);
    k.run(p = z + beta * p);
  }
  return seen;
}

}  // namespace minikrylov
