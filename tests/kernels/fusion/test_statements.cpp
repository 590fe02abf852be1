// The statement language: results, bitwise equal between formulations.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "tests/kernels/statement_samples.hpp"

namespace minikrylov {
namespace {

/// The list of run_list(), element by element, in extended precision.
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
    check_close(run_list(rows, width, {f, Fuse::yes}, kind), expected, width);
}

TEST_CASE("merged, basic, fused to the product and not fused agree bit for bit") {
  const LocalIndex rows = GENERATE(1, 100, 5003);
  const int width = GENERATE(1, 3, 4, 16);
  using Kind = PreconditionerKind;
  const Result merged = run_list(rows, width, {Formulation::merged, Fuse::yes}, Kind::diagonal);
  check_equal(run_list(rows, width, {Formulation::merged, Fuse::behind}, Kind::diagonal), merged, width);
  check_equal(run_list(rows, width, {Formulation::merged, Fuse::no}, Kind::diagonal), merged, width);
  check_equal(run_list(rows, width, {Formulation::basic, Fuse::yes}, Kind::diagonal), merged, width);
  check_equal(run_list(rows, width, {Formulation::merged, Fuse::yes}, Kind::general), merged, width);
}

TEST_CASE("each right-hand side is computed as if it were alone") {
  const LocalIndex rows = 777;
  const int width = GENERATE(2, 3, 8, 13, 32);
  const auto many = vec<1>("many", rows, width);
  Kernels together(rows, width, {.fuse = Fuse::no});
  const auto [sums] = together.run(dot(many, many));
  for (int j = 0; j < width; ++j) {
    const Vec<1> alone(make_vector("alone", rows, 0, 1), "alone");
    HostVector column(rows);
    for (LocalIndex i = 0; i < rows; ++i) column[i] = number(1, Offset{i} * width + j);
    upload(column, alone.vector());
    Kernels one(rows, 1, {.fuse = Fuse::no});
    const auto [sum] = one.run(dot(alone, alone));
    INFO("width " << width << ", right-hand side " << j);
    CHECK(sums[j] == Catch::Approx(sum[0]).epsilon(1e-13));
  }
}

TEST_CASE("a frozen right-hand side keeps its vectors and does not affect the others") {
  const LocalIndex rows = 130;
  const int width = 5;
  using Kind = PreconditionerKind;
  for (const Formulation f : {Formulation::merged, Formulation::basic, Formulation::kokkos_kernels}) {
    const Result free = run_list(rows, width, {f, Fuse::yes}, Kind::diagonal);
    const Result frozen = run_list(rows, width, {f, Fuse::yes}, Kind::diagonal, 2);
    for (LocalIndex i = 0; i < rows; ++i)
      for (int j = 0; j < width; ++j) {
        const Offset e = Offset{i} * width + j;
        for (const int v : {0, 1, 3}) CHECK(frozen.vectors[v][e] == (j == 2 ? number(v + 1, e) : free.vectors[v][e]));
      }
  }
}

TEST_CASE("fused kernels neither read nor write ghosts") {
  const auto x = vec<1>("x", 70, 2);
  const auto y = vec<2>("y", 70, 2);
  const auto before = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.vector().data);
  Kernels k(70, 2, {.fuse = Fuse::no});
  k.run(x = y);
  const auto after = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.vector().data);
  for (int e = 140; e < 146; ++e) CHECK(after(e) == before(e));
  CHECK(after(139) == number(2, 139));
}

}  // namespace minikrylov
