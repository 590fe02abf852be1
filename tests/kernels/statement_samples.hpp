// Vectors, a matrix, a preconditioner, and a list with every kind of statement.
#pragma once
#include <cmath>

#include "kernels/fusion/kernels.hpp"

namespace minikrylov {

using HostVector = std::vector<double>;

/// Numbers without a pattern that could mask an error: fractional parts of multiples of an irrational number.
inline double number(int seed, Offset e) { return std::fmod(0.6180339887498949 * (e + 1) * (seed + 2), 1.0) - 0.4; }

inline HostVector numbers(int seed, Offset n) {
  HostVector v(n);
  for (Offset e = 0; e < n; ++e) v[e] = number(seed, e);
  return v;
}

inline void upload(const HostVector& from, const Vector& to) {
  const auto host = Kokkos::create_mirror_view(to.data);
  std::copy(from.begin(), from.end(), host.data());
  Kokkos::deep_copy(to.data, host);
}

inline HostVector download(const Vector& from) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), from.data);
  return {host.data(), host.data() + from.elements()};
}

template <int I> Vec<I> vec(const char* name, LocalIndex rows, int width) {
  const Vec<I> v(make_vector(name, rows, 3, width), name);
  HostVector values = numbers(I, (Offset{rows} + 3) * width);
  upload(values, v.vector());
  return v;
}

inline Coefficient coefficient(const char* letter, int seed, int width) {
  Coefficient c(letter, Scalars(width, 0));
  for (int j = 0; j < width; ++j) c[j] = number(seed, j);
  return c;
}

/// y = A x with A = 3 I, with tasks before and after it block by block.
class Triple : public Operator {
 public:
  void apply(const Vector& x, const Vector& y, const Around& around) const override {
    const RowBlocks blocks = RowBlocks::of(x.rows, x.width);
    if (around.before != nullptr)
      for (LocalIndex b = 0; b < blocks.count(); ++b) around.before->run(b, blocks.begin(b), blocks.end(b));
    const auto from = x.data, to = y.data;
    Kokkos::parallel_for(
        "y = 3 x", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, x.elements()),
        KOKKOS_LAMBDA(Offset e) { to(e) = 3 * from(e); });
    Exec().fence();
    if (around.after != nullptr)
      for (LocalIndex b = 0; b < blocks.count(); ++b) around.after->run(b, blocks.begin(b), blocks.end(b));
  }
  void apply_transposed(const Vector& x, const Vector& y) const override { apply(x, y, {}); }
  [[nodiscard]] Fusible fuses(int) const override { return on_host ? Fusible::after : Fusible::nothing; }
  [[nodiscard]] Cost cost(int) const override { return {}; }
};

/// The same with look-ahead: updates can be fused before the product.
class AheadTriple final : public Triple {
 public:
  [[nodiscard]] Fusible fuses(int) const override { return on_host ? Fusible::around : Fusible::nothing; }
};

/// z = d r, presented as `kind`.
class Scaling final : public Preconditioner {
 public:
  Scaling(LocalIndex rows, PreconditionerKind kind) : kind_(kind), d_("d", rows) {
    const auto host = Kokkos::create_mirror_view(d_);
    for (LocalIndex i = 0; i < rows; ++i) host(i) = number(77, i);
    Kokkos::deep_copy(d_, host);
  }
  [[nodiscard]] PreconditionerKind kind() const override { return kind_; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return d_; }
  void apply(const Vector& r, const Vector& z, ProgressHook*) const override { blas::scale(d_, r, z); }
  [[nodiscard]] Cost cost(int) const override { return {}; }

 private:
  PreconditionerKind kind_;
  Array<double> d_;
};

struct Result {
  std::vector<HostVector> vectors;
  std::vector<Scalars> sums;
  TrafficCounters traffic;
};

/// A list with everything: dependent updates, M, A followed by sums, an update of A's operand.
inline Result run_list(LocalIndex rows, int width, const Execution& how, PreconditionerKind kind, int frozen = -1) {
  const auto x = vec<1>("x", rows, width);
  const auto r = vec<2>("r", rows, width);
  const auto z = vec<3>("z", rows, width);
  const auto p = vec<4>("p", rows, width);
  const auto q = vec<5>("q", rows, width);
  const Coefficient alpha = coefficient("α", 1, width), beta = coefficient("β", 2, width);
  const Triple A_;
  const Operator& A = A_;
  const Scaling M_(rows, kind);
  const Preconditioner& M = M_;
  Kernels k(rows, width, how);
  if (frozen >= 0) k.freeze(frozen);
  const auto sums = k.run(r = r - alpha * q, z = M * r, dot(r, z), p = z + beta * (p - alpha * x), q = A * p, dot(p, q),
                          x = 2.0 * x + alpha * q, dot(q, q), p = alpha * p, dot(p, x));
  return {
      {download(x.vector()), download(r.vector()), download(z.vector()), download(p.vector()), download(q.vector())},
      {sums.value.begin(), sums.value.end()},
      k.traffic()};
}

}  // namespace minikrylov
