// Vectors with numbers that no mistake could share, a matrix, a preconditioner, and a list that has everything.
#pragma once
#include <cmath>

#include "kernels/fusion/kernels.hpp"

namespace minikrylov {

using HostVector = std::vector<double>;

/// Numbers without a pattern that a mistake could share: the fractional parts of multiples of an irrational.
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

/// y = A x with A = 3 I, whose rows can be computed block by block.
class Triple : public Operator {
 public:
  void apply(const Vector& x, const Vector& y, const Around& around) const override {
    const RowBlocks blocks = RowBlocks::of(x.rows, x.width);
    if (around.before != nullptr)
      for (LocalIndex b = 0; b < blocks.count(); ++b) around.before->run(b, blocks.begin(b), blocks.end(b));
    const auto from = x.data, to = y.data;
    const int width = x.width;
    for_blocks(
        "y = 3 x", 0, blocks.count(), KOKKOS_LAMBDA(LocalIndex b) {
          for (Offset e = Offset{blocks.begin(b)} * width; e < Offset{blocks.end(b)} * width; ++e) to(e) = 3 * from(e);
        });
    Exec().fence();
    if (around.after != nullptr)
      for (LocalIndex b = 0; b < blocks.count(); ++b) around.after->run(b, blocks.begin(b), blocks.end(b));
  }
  void apply_transposed(const Vector& x, const Vector& y) const override { apply(x, y, {}); }
  [[nodiscard]] Fusible fuses(int) const override { return on_host ? Fusible::after : Fusible::nothing; }
  [[nodiscard]] Cost cost(int) const override { return {}; }
};

/// The same, for which updates can be run ahead of the product.
class AheadTriple final : public Triple {
 public:
  [[nodiscard]] Fusible fuses(int) const override { return on_host ? Fusible::around : Fusible::nothing; }
};

/// z = d r, seen as `kind`.
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

/// One list that has everything: updates that depend on each other, M, A with sums behind it, an update of A's input.
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
