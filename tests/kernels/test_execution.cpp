// How lists are run: what is counted, which norm is summed, and where sweeps end.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "statement_samples.hpp"

namespace minikrylov {

TEST_CASE("counts are those of the formulas") {
  using Kind = PreconditionerKind;
  // r, q → r; z = d r in the same sweep; p, x are read, p written: 4 read, 3 written. Behind A: x is read, written;
  // p and q are in cache. Then p is read again and written, x is read.
  const TrafficCounters attached = run_list(100, 1, {Formulation::merged, Fuse::yes}, Kind::diagonal).traffic;
  CHECK(attached.vectors_read == 4 + (on_host ? 1 : 3) + 2);
  CHECK(attached.vectors_written == 3 + 1 + 1);
  CHECK(attached.vectors_filled == 1);  // z: all others are read before
  CHECK(attached.products == 1);
  CHECK(attached.preconditions == 1);
  const TrafficCounters separate = run_list(100, 1, {Formulation::merged, Fuse::no}, Kind::diagonal).traffic;
  CHECK(separate.vectors_read == 4 + 3);
  CHECK(separate.vectors_written == 3 + 2);
  CHECK(separate.launches == 2);
  const TrafficCounters basic = run_list(100, 1, {Formulation::basic, Fuse::no}, Kind::diagonal).traffic;
  CHECK(basic.vectors_read == 2 + 1 + 2 + 3 + 2 + 2 + 1 + 1 + 2);
  CHECK(basic.vectors_written == 5);
  CHECK(basic.vectors_filled == 1);
  const TrafficCounters split = run_list(100, 1, {Formulation::merged, Fuse::no}, Kind::general).traffic;
  CHECK(split.vectors_read == 2 + (4 - 0) + 3);
  CHECK(split.preconditions == 1);
}

TEST_CASE("a squared norm is the one that was asked for, in every formulation") {
  const int width = GENERATE(1, 3);
  constexpr LocalIndex rows = 1100;
  const auto r = vec<2>("r", rows, width);
  const auto u = vec<3>("u", rows, width);
  const auto [rr, ru, uu] = Kernels(rows, width).run("sums", dot(r, r), dot(r, u), dot(u, u));
  for (const auto& [norm, expected] :
       {std::pair{ResidualNorm::unpreconditioned, rr}, std::pair{ResidualNorm::natural, ru},
        std::pair{ResidualNorm::preconditioned, uu}})
    for (const Formulation f : {Formulation::merged, Formulation::basic, Formulation::kokkos_kernels}) {
      const auto [sum] = Kernels(rows, width, {.formulation = f, .norm = norm}).run("norm", squared_norm(r, u));
      for (int j = 0; j < width; ++j) CHECK(sum[j] == Catch::Approx(expected[j]).epsilon(1e-12));
      if (f != Formulation::kokkos_kernels) CHECK(sum[0] == expected[0]);
    }
}

TEST_CASE("a cut begins a new sweep where the paper's grouping is asked for, and changes no result") {
  constexpr LocalIndex rows = 200;
  const auto run = [](Grouping grouping) {
    const auto x = vec<1>("x", rows, 1);
    const auto y = vec<2>("y", rows, 1);
    const auto z = vec<3>("z", rows, 1);
    Kernels k(rows, 1, {.grouping = grouping});
    const auto [sum] = k.run("x, cut, z", x = x + 0.5 * y, cut, z = x - 0.25 * z, dot(z, y));
    return std::tuple(sum[0], k.traffic(), download(z.vector()));
  };
  const auto [sum, traffic, z] = run(Grouping::minimum);
  const auto [sum_of_paper, traffic_of_paper, z_of_paper] = run(Grouping::paper);
  CHECK(sum == sum_of_paper);
  CHECK(z == z_of_paper);
  CHECK(traffic.launches == 1);
  CHECK(traffic.vectors_read == 3);
  CHECK(traffic_of_paper.launches == 2);
  CHECK(traffic_of_paper.vectors_read == 2 + 3);
  CHECK(traffic_of_paper.vectors_written == traffic.vectors_written);
}

namespace {

/// Updates of which one makes the product's x and another needs the old y, the product, and what fuses to it.
Result run_ahead(const Operator& A, int width, const Execution& how, int frozen) {
  constexpr LocalIndex rows = 2500;
  const auto r = vec<1>("r", rows, width);
  const auto p = vec<2>("p", rows, width);
  const auto v = vec<3>("v", rows, width);
  const auto x = vec<4>("x", rows, width);
  const Scaling M_(rows, PreconditionerKind::diagonal);
  const Preconditioner& M = M_;
  const Scalars beta = scalars(1, width), omega = scalars(2, width);
  Kernels k(rows, width, how);
  if (frozen >= 0) k.freeze(frozen);
  const auto sums = k.run("list", p = r + beta * (p - omega * v), r = M * p, v = A * r, dot(v, p), x = x + omega * v);
  return {{download(r.vector()), download(p.vector()), download(v.vector()), download(x.vector())},
          {sums.begin(), sums.end()},
          k.traffic()};
}

}  // namespace

TEST_CASE("updates that run ahead of a product change no bit, and spare it reading x") {
  const int width = GENERATE(1, 3, 16);
  for (const int frozen : {-1, 0}) {
    const Result apart = run_ahead(Triple(), width, {.fuse = Fuse::no}, frozen);
    for (const Fuse fuse : {Fuse::yes, Fuse::no}) {
      const Result led = run_ahead(AheadTriple(), width, {.fuse = fuse}, frozen);
      CHECK(led.vectors == apart.vectors);
      for (int j = 0; j < width; ++j) CHECK(led.sums[0][j] == apart.sums[0][j]);
    }
  }
  CHECK(run_ahead(Triple(), width, {.fuse = Fuse::no}, -1).traffic.vectors_read == 3 + 3);
  const TrafficCounters led = run_ahead(AheadTriple(), width, {}, -1).traffic;
  if constexpr (on_host) CHECK(led.vectors_read == 3 + 1 - 1);  // r, p, v; behind the product x; not the product's r
  CHECK(led.vectors_written == 3);
  CHECK(led.vectors_filled == 0);
  CHECK(led.products == 1);
  CHECK(led.preconditions == 1);
}

}  // namespace minikrylov
