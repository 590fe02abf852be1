// The statement language: what it computes, bit for bit between formulations, and what it counts.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "kernels/kernels.hpp"

namespace minikrylov {
namespace {

using HostVector = std::vector<double>;

/// Numbers without a pattern that a mistake could share: the fractional parts of multiples of an irrational.
double number(int seed, Offset e) { return std::fmod(0.6180339887498949 * (e + 1) * (seed + 2), 1.0) - 0.4; }

HostVector numbers(int seed, Offset n) {
  HostVector v(n);
  for (Offset e = 0; e < n; ++e) v[e] = number(seed, e);
  return v;
}

void upload(const HostVector& from, const Vector& to) {
  const auto host = Kokkos::create_mirror_view(to.data);
  std::copy(from.begin(), from.end(), host.data());
  Kokkos::deep_copy(to.data, host);
}

HostVector download(const Vector& from) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), from.data);
  return {host.data(), host.data() + from.elements()};
}

template <int I> Vec<I> vec(const char* name, LocalIndex rows, int width) {
  const Vec<I> v(make_vector(name, rows, 3, width));
  HostVector values = numbers(I, (Offset{rows} + 3) * width);
  upload(values, v.vector());
  return v;
}

Scalars scalars(int seed, int width) {
  Scalars c(width, 0);
  for (int j = 0; j < width; ++j) c[j] = number(seed, j);
  return c;
}

/// y = A x with A = 3 I, whose rows can be computed block by block.
class Triple final : public Operator {
 public:
  void apply(const Vector& x, const Vector& y, const BlockTask* after) const override {
    const RowBlocks blocks = RowBlocks::of(x.rows, x.width);
    const auto from = x.data, to = y.data;
    const int width = x.width;
    for_blocks(
        "y = 3 x", 0, blocks.count(), KOKKOS_LAMBDA(LocalIndex b) {
          for (Offset e = Offset{blocks.begin(b)} * width; e < Offset{blocks.end(b)} * width; ++e) to(e) = 3 * from(e);
        });
    Exec().fence();
    if (after != nullptr)
      for (LocalIndex b = 0; b < blocks.count(); ++b) after->run(b, blocks.begin(b), blocks.end(b));
  }
  void apply_transposed(const Vector& x, const Vector& y) const override { apply(x, y, nullptr); }
  [[nodiscard]] bool attaches() const override { return on_host; }
  [[nodiscard]] Cost cost(int) const override { return {}; }
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
  void apply(const Vector& r, const Vector& z) const override { blas::scale(d_, r, z); }
  [[nodiscard]] Cost cost(int) const override { return {}; }

 private:
  PreconditionerKind kind_;
  Array<double> d_;
};

struct Result {
  std::vector<HostVector> vectors;
  std::vector<Scalars> sums;
  Tally tally;
};

/// One list that has everything: updates that depend on each other, M, A with sums behind it, an update of A's input.
Result run_list(LocalIndex rows, int width, Formulation formulation, AttachDots attach, PreconditionerKind kind,
                int frozen = -1) {
  const auto x = vec<1>("x", rows, width);
  const auto r = vec<2>("r", rows, width);
  const auto z = vec<3>("z", rows, width);
  const auto p = vec<4>("p", rows, width);
  const auto q = vec<5>("q", rows, width);
  const Scalars alpha = scalars(1, width), beta = scalars(2, width);
  const Triple A_;
  const Operator& A = A_;
  const Scaling M_(rows, kind);
  const Preconditioner& M = M_;
  Kernels k(rows, width, formulation, attach);
  if (frozen >= 0) k.freeze(frozen);
  const auto sums = k.run("list", r = r - alpha * q, z = M * r, dot(r, z), p = z + beta * (p - alpha * x), q = A * p,
                          dot(p, q), x = 2.0 * x + alpha * q, dot(q, q), p = alpha * p, dot(p, x));
  return {
      {download(x.vector()), download(r.vector()), download(z.vector()), download(p.vector()), download(q.vector())},
      {sums.begin(), sums.end()},
      k.tally()};
}

/// The same list, element by element, in extended precision.
Result reference(LocalIndex rows, int width, PreconditionerKind kind) {
  const Offset n = Offset{rows} * width;
  HostVector x = numbers(1, n), r = numbers(2, n), z = numbers(3, n), p = numbers(4, n), q = numbers(5, n);
  std::vector<std::vector<long double>> sums(4, std::vector<long double>(width, 0));
  for (Offset e = 0; e < n; ++e) {
    const int j = static_cast<int>(e % width);
    const double alpha = number(1, j), beta = number(2, j);
    const double d = kind == PreconditionerKind::identity ? 1 : number(77, e / width);
    r[e] = r[e] - alpha * q[e];
    z[e] = d * r[e];
    sums[0][j] += static_cast<long double>(r[e]) * z[e];
    p[e] = z[e] + beta * (p[e] - alpha * x[e]);
    q[e] = 3 * p[e];
    sums[1][j] += static_cast<long double>(p[e]) * q[e];
    x[e] = 2 * x[e] + alpha * q[e];
    sums[2][j] += static_cast<long double>(q[e]) * q[e];
    p[e] = alpha * p[e];
    sums[3][j] += static_cast<long double>(p[e]) * x[e];
  }
  Result result{{x, r, z, p, q}, {}, {}};
  for (const auto& sum : sums) {
    Scalars s(width, 0);
    for (int j = 0; j < width; ++j) s[j] = static_cast<double>(sum[j]);
    result.sums.push_back(s);
  }
  return result;
}

void check_close(const Result& a, const Result& b, int width) {
  for (std::size_t v = 0; v < a.vectors.size(); ++v) {
    double worst = 0;
    for (std::size_t e = 0; e < a.vectors[v].size(); ++e)
      worst = std::max(worst, std::fabs(a.vectors[v][e] - b.vectors[v][e]));
    INFO("vector " << v);
    CHECK(worst < 1e-14);
  }
  for (std::size_t d = 0; d < a.sums.size(); ++d)
    for (int j = 0; j < width; ++j) {
      INFO("sum " << d << ", right-hand side " << j);
      CHECK(a.sums[d][j] == Catch::Approx(b.sums[d][j]).epsilon(1e-11).margin(1e-11));
    }
}

void check_equal(const Result& a, const Result& b, int width) {
  CHECK(a.vectors == b.vectors);
  for (std::size_t d = 0; d < a.sums.size(); ++d)
    for (int j = 0; j < width; ++j) CHECK(a.sums[d][j] == b.sums[d][j]);
}

}  // namespace

TEST_CASE("a list of statements computes what its formulas say, in every formulation") {
  const LocalIndex rows = GENERATE(1, 7, 64, 1000, 5003);
  const int width = GENERATE(1, 2, 3, 8, 16, 31, 32);
  using Kind = PreconditionerKind;
  const Kind kind = GENERATE(Kind::diagonal, Kind::general);
  INFO("rows " << rows << ", width " << width);
  const Result expected = reference(rows, width, kind);
  for (const Formulation f : {Formulation::merged, Formulation::basic, Formulation::kokkos_kernels})
    check_close(run_list(rows, width, f, AttachDots::yes, kind), expected, width);
}

TEST_CASE("merged, basic, attached and not attached agree bit for bit") {
  const LocalIndex rows = GENERATE(1, 100, 5003);
  const int width = GENERATE(1, 3, 4, 16);
  using Kind = PreconditionerKind;
  const Result merged = run_list(rows, width, Formulation::merged, AttachDots::yes, Kind::diagonal);
  check_equal(run_list(rows, width, Formulation::merged, AttachDots::no, Kind::diagonal), merged, width);
  check_equal(run_list(rows, width, Formulation::basic, AttachDots::yes, Kind::diagonal), merged, width);
  check_equal(run_list(rows, width, Formulation::merged, AttachDots::yes, Kind::general), merged, width);
}

TEST_CASE("each right-hand side is computed as if it were alone") {
  const LocalIndex rows = 777;
  const int width = GENERATE(2, 3, 8, 13, 32);
  const auto many = vec<1>("many", rows, width);
  Kernels together(rows, width, Formulation::merged, AttachDots::no);
  const auto [sums] = together.run("(x,x)", dot(many, many));
  for (int j = 0; j < width; ++j) {
    const Vec<1> alone(make_vector("alone", rows, 0, 1));
    HostVector column(rows);
    for (LocalIndex i = 0; i < rows; ++i) column[i] = number(1, Offset{i} * width + j);
    upload(column, alone.vector());
    Kernels one(rows, 1, Formulation::merged, AttachDots::no);
    const auto [sum] = one.run("(x,x)", dot(alone, alone));
    INFO("width " << width << ", right-hand side " << j);
    CHECK(sums[j] == Catch::Approx(sum[0]).epsilon(1e-13));
  }
}

TEST_CASE("a frozen right-hand side keeps its vectors, the others do not notice") {
  const LocalIndex rows = 130;
  const int width = 5;
  using Kind = PreconditionerKind;
  for (const Formulation f : {Formulation::merged, Formulation::basic, Formulation::kokkos_kernels}) {
    const Result free = run_list(rows, width, f, AttachDots::yes, Kind::diagonal);
    const Result frozen = run_list(rows, width, f, AttachDots::yes, Kind::diagonal, 2);
    for (LocalIndex i = 0; i < rows; ++i)
      for (int j = 0; j < width; ++j) {
        const Offset e = Offset{i} * width + j;
        for (const int v : {0, 1, 3}) CHECK(frozen.vectors[v][e] == (j == 2 ? number(v + 1, e) : free.vectors[v][e]));
      }
  }
}

TEST_CASE("ghosts are neither read nor written by sweeps") {
  const auto x = vec<1>("x", 70, 2);
  const auto y = vec<2>("y", 70, 2);
  const auto before = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.vector().data);
  Kernels k(70, 2, Formulation::merged, AttachDots::no);
  k.run("x = y", x = y);
  const auto after = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.vector().data);
  for (int e = 140; e < 146; ++e) CHECK(after(e) == before(e));
  CHECK(after(139) == number(2, 139));
}

TEST_CASE("counts are those of the formulas") {
  using Kind = PreconditionerKind;
  // r, q → r; z = d r in the same sweep; p, x are read, p written: 4 read, 3 written. Behind A: x is read, written;
  // p and q are in cache. Then p is read again and written, x is read.
  const Tally attached = run_list(100, 1, Formulation::merged, AttachDots::yes, Kind::diagonal).tally;
  CHECK(attached.vectors_read == 4 + (on_host ? 1 : 3) + 2);
  CHECK(attached.vectors_written == 3 + 1 + 1);
  CHECK(attached.products == 1);
  CHECK(attached.preconditions == 1);
  const Tally separate = run_list(100, 1, Formulation::merged, AttachDots::no, Kind::diagonal).tally;
  CHECK(separate.vectors_read == 4 + 3);
  CHECK(separate.vectors_written == 3 + 2);
  CHECK(separate.launches == 2);
  const Tally basic = run_list(100, 1, Formulation::basic, AttachDots::no, Kind::diagonal).tally;
  CHECK(basic.vectors_read == 2 + 1 + 2 + 3 + 2 + 2 + 1 + 1 + 2);
  CHECK(basic.vectors_written == 5);
  const Tally split = run_list(100, 1, Formulation::merged, AttachDots::no, Kind::general).tally;
  CHECK(split.vectors_read == 2 + (4 - 0) + 3);
  CHECK(split.preconditions == 1);
}

}  // namespace minikrylov
