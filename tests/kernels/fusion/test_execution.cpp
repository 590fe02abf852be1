// Execution of lists: traffic counters, norms, cuts, labels and look-ahead.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "tests/kernels/statement_samples.hpp"

namespace minikrylov {

TEST_CASE("traffic counters agree with the formulas") {
  using Kind = PreconditionerKind;
  // First kernel: r, q, p, x are read, r, z, p written. Fused to A: x is read and written; p and q are in cache. Last
  // kernel: p is read and written, x is read.
  const TrafficCounters fused = run_list(100, 1, {Formulation::merged, Fuse::yes}, Kind::diagonal).traffic;
  CHECK(fused.vectors_read == 4 + (on_host ? 1 + 2 : 3));  // a device runs one kernel behind A, with nothing in cache
  CHECK(fused.vectors_written == 3 + 1 + 1);
  CHECK(fused.vectors_filled == 1);  // z: all others are read first
  CHECK(fused.products == 1);
  CHECK(fused.products_fused == (on_host ? 1 : 0));
  CHECK(fused.preconditions == 1);
  const TrafficCounters separate = run_list(100, 1, {Formulation::merged, Fuse::no}, Kind::diagonal).traffic;
  CHECK(separate.vectors_read == 4 + 3);
  CHECK(separate.vectors_written == 3 + 2);
  CHECK(separate.launches == 2);
  CHECK(separate.products_fused == 0);
  const TrafficCounters basic = run_list(100, 1, {Formulation::basic, Fuse::no}, Kind::diagonal).traffic;
  CHECK(basic.vectors_read == 2 + 1 + 2 + 3 + 2 + 2 + 1 + 1 + 2);
  CHECK(basic.vectors_written == 5);
  CHECK(basic.vectors_filled == 1);
  const TrafficCounters split = run_list(100, 1, {Formulation::merged, Fuse::no}, Kind::general).traffic;
  CHECK(split.vectors_read == 2 + (4 - 0) + 3);
  CHECK(split.preconditions == 1);
}

TEST_CASE("vectors that are not read may leave past the caches: the same bits, and none is fetched") {
  const LocalIndex rows = GENERATE(1, 7, 1100);
  const int width = GENERATE(1, 3);
  Execution cached{Formulation::merged, Fuse::yes}, streamed = cached;
  cached.tuning.streamed_bytes = cached.tuning.streamed_bytes_of_one = Offset{1} << 40;
  streamed.tuning.streamed_bytes = streamed.tuning.streamed_bytes_of_one = 0;
  const Result here = run_list(rows, width, cached, PreconditionerKind::diagonal),
               there = run_list(rows, width, streamed, PreconditionerKind::diagonal);
  for (std::size_t v = 0; v < here.vectors.size(); ++v) CHECK(there.vectors[v] == here.vectors[v]);
  for (std::size_t s = 0; s < here.sums.size(); ++s)
    for (int j = 0; j < width; ++j) CHECK(there.sums[s][j] == here.sums[s][j]);
  CHECK(here.traffic.vectors_filled == 1);
  CHECK(there.traffic.vectors_filled == (on_host && can_stream ? 0 : 1));
}

TEST_CASE("kernels that run on ghosts as well move these, and what is behind a product does not") {
  constexpr LocalIndex rows = 100;
  constexpr int width = 2;
  const auto x = vec<1>("x", rows, width);
  const auto y = vec<2>("y", rows, width);
  const auto z = vec<3>("z", rows, width);
  const Triple A_;  // costs nothing
  const Operator& A = A_;
  for (const int ghosts : {0, 3}) {
    Kernels k(rows, width, {.fused_ghosts = ghosts});
    const double vector = 8.0 * width * rows, with_ghosts = 8.0 * width * (rows + ghosts);
    const Cost alone = k.cost_of(x = x + 0.5 * y, dot(x, y));
    CHECK(alone.bytes_read == 2 * with_ghosts);
    CHECK(alone.bytes_written == with_ghosts);
    // On a device the sum is a kernel of its own, with nothing in cache.
    CHECK(k.cost_of(y = A * x, dot(y, z)).bytes_read == (on_host ? vector : 2 * with_ghosts));
  }
}

TEST_CASE("a squared norm is computed in the requested norm, in every formulation") {
  const int width = GENERATE(1, 3);
  constexpr LocalIndex rows = 1100;
  const auto r = vec<2>("r", rows, width);
  const auto u = vec<3>("u", rows, width);
  const auto [rr, ru, uu] = Kernels(rows, width).run(dot(r, r), dot(r, u), dot(u, u));
  for (const auto& [norm, expected] :
       {std::pair{ResidualNorm::unpreconditioned, rr}, std::pair{ResidualNorm::natural, ru},
        std::pair{ResidualNorm::preconditioned, uu}})
    for (const Formulation f : {Formulation::merged, Formulation::basic, Formulation::kokkos_kernels}) {
      const auto [sum] = Kernels(rows, width, {.formulation = f, .norm = norm}).run(squared_norm(r, u));
      for (int j = 0; j < width; ++j) CHECK(sum[j] == Catch::Approx(expected[j]).epsilon(1e-12));
      if (f != Formulation::kokkos_kernels) CHECK(sum[0] == expected[0]);
    }
}

TEST_CASE("a cut starts a new fused kernel with the paper's grouping, and changes no result") {
  constexpr LocalIndex rows = 200;
  const auto run = [](Grouping grouping) {
    const auto x = vec<1>("x", rows, 1);
    const auto y = vec<2>("y", rows, 1);
    const auto z = vec<3>("z", rows, 1);
    Kernels k(rows, 1, {.grouping = grouping});
    const auto [sum] = k.run(x = x + 0.5 * y, cut, z = x - 0.25 * z, dot(z, y));
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

TEST_CASE("kernels are shown by the formulas of their statements") {
  constexpr LocalIndex rows = 10;
  const auto r = vec<1>("r", rows, 1);
  const auto p = vec<2>("p", rows, 1);
  const auto v = vec<3>("v", rows, 1);
  const auto x = vec<4>("x", rows, 1);
  const auto s = alias(p, "s");
  const Triple A_;
  const Operator& A = A_;
  const Scaling M_(rows, PreconditionerKind::general);
  const Preconditioner& M = M_;
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  alpha = 0.5;
  beta = alpha;  // the letter stays
  Kernels k(rows, 1, {.fuse = Fuse::no});
  const auto shown = [&](const auto&... statement) {
    Profile profile;
    k.observe(&profile);
    k.run(statement...);
    REQUIRE(profile.entries().size() == 1);
    return profile.entries().begin()->first;
  };
  CHECK(shown(p = r) == "p = r");
  CHECK(shown(p = r + beta * p) == "p = r + β p");
  CHECK(shown(p = r + beta * (p - omega * v), dot(p, r), squared_norm(r, p)) == "p = r + β (p - ω v); (p,r) ‖r‖²");
  CHECK(shown(x = x + alpha * p + omega * s, s = p - omega * v) == "x = x + α p + ω s, s = p - ω v");
  CHECK(shown(r = s - omega * (v - alpha * x)) == "r = s - ω (v - α x)");
  CHECK(shown(x = 2.0 * x - alpha * (beta * v)) == "x = 2 x - α β v");
  CHECK(shown(x = alpha * (p - omega * v) + beta * x) == "x = α (p - ω v) + β x");
  CHECK(shown(v = A * s) == "v = A s");
  CHECK(shown(v = transposed(A) * r) == "v = Aᵀ r");
  CHECK(shown(v = M * r) == "v = M⁻¹ r");
  CHECK(shown(dot(r, s), dot(x, x)) == "(r,s) (x,x)");
  CHECK(shown(p = r, v = r, x = r, r = v - p, statements(dot(r, r), dot(p, x))) == "p, v, x, r; (r,r) (p,x)");
}

TEST_CASE("a kernel whose label names only results is spelt out for observers") {
  struct Listener final : KernelObserver {
    std::vector<std::string> formulas;
    void kernel_spelt_out(const std::vector<std::string>& all) override { formulas = all; }
    void kernel_ended(const std::string&, double, const Cost&) override {}
  } listener;
  constexpr LocalIndex rows = 10;
  const auto r = vec<1>("r", rows, 1);
  const auto p = vec<2>("p", rows, 1);
  Kernels k(rows, 1);
  k.observe(&listener);
  k.run(p = r, r = p + r, p = 2.0 * r);
  CHECK(listener.formulas.empty());
  k.run(p = r, r = p + r, p = 2.0 * r, r = r - p, dot(r, r));
  CHECK(listener.formulas == std::vector<std::string>{"p = r", "r = p + r", "p = 2 r", "r = r - p"});
}

/// r and the sums from lists(k, A, b, x, r) for three right-hand sides.
template <class Lists> Result residual_by(LocalIndex rows, const Lists& lists) {
  const Vec<1> b = vec<1>("b", rows, 3);
  const Vec<2> x = vec<2>("x", rows, 3);
  const Vec<3> r = vec<3>("r", rows, 3);
  const Triple triple;
  const Operator& A = triple;
  Kernels k(rows, 3);
  const auto sums = lists(k, A, b, x, r);
  return {{download(r.vector())}, {sums.value.begin(), sums.value.end()}, k.traffic()};
}

TEST_CASE("a residual and a list are the same as their statements: bits, counters and sums") {
  constexpr LocalIndex rows = 300;
  const Result short_form =
      residual_by(rows, [](Kernels& k, const Operator& A, const auto& b, const auto& x, const auto& r) {
        return k.run(r = b - A * x, statements(dot(r, r), dot(x, r)));
      });
  const Result long_form =
      residual_by(rows, [](Kernels& k, const Operator& A, const auto& b, const auto& x, const auto& r) {
        return k.run(r = A * x, r = b - r, dot(r, r), dot(x, r));
      });
  CHECK(short_form.vectors == long_form.vectors);
  for (int d = 0; d < 2; ++d)
    for (int j = 0; j < 3; ++j) CHECK(short_form.sums[d][j] == long_form.sums[d][j]);
  CHECK(short_form.traffic.vectors_read == long_form.traffic.vectors_read);
  CHECK(short_form.traffic.products == 1);
  for (LocalIndex e = 0; e < 3 * rows; ++e) CHECK(short_form.vectors[0][e] == number(1, e) - 3 * number(2, e));
}

TEST_CASE("a transposed product is a statement, counted separately from products") {
  constexpr LocalIndex rows = 50;
  const auto r = vec<1>("r", rows, 1);
  const auto f = vec<2>("f", rows, 1);
  const Triple A_;
  const Operator& A = A_;
  for (const Formulation formulation : {Formulation::merged, Formulation::basic, Formulation::kokkos_kernels}) {
    Kernels k(rows, 1, {.formulation = formulation});
    const auto [rr] = k.run(r = 2.0 * r, f = transposed(A) * r, dot(f, f));
    CHECK(k.traffic().transposed_products == 1);
    CHECK(k.traffic().products == 0);
    CHECK(rr[0] > 0);
    for (LocalIndex i = 0; i < rows; ++i) CHECK(download(f.vector())[i] == 3 * download(r.vector())[i]);
  }
}

namespace {

/// Updates, one of which computes the product's x and another needs the old y; the product; and what fuses to it.
Result run_ahead(const Operator& A, int width, const Execution& how, int frozen) {
  constexpr LocalIndex rows = 2500;
  const auto r = vec<1>("r", rows, width);
  const auto p = vec<2>("p", rows, width);
  const auto v = vec<3>("v", rows, width);
  const auto x = vec<4>("x", rows, width);
  const Scaling M_(rows, PreconditionerKind::diagonal);
  const Preconditioner& M = M_;
  const Coefficient beta = coefficient("β", 1, width), omega = coefficient("ω", 2, width);
  Kernels k(rows, width, how);
  if (frozen >= 0) k.freeze(frozen);
  const auto sums = k.run(p = r + beta * (p - omega * v), r = M * p, v = A * r, dot(v, p), x = x + omega * v);
  return {{download(r.vector()), download(p.vector()), download(v.vector()), download(x.vector())},
          {sums.value.begin(), sums.value.end()},
          k.traffic()};
}

}  // namespace

TEST_CASE("look-ahead changes no bit and saves the product from reading x") {
  const int width = GENERATE(1, 3, 16);
  for (const int frozen : {-1, 0}) {
    const Result apart = run_ahead(Triple(), width, {.fuse = Fuse::no}, frozen);
    for (const Fuse fuse : {Fuse::yes, Fuse::no}) {
      const Result ahead = run_ahead(AheadTriple(), width, {.fuse = fuse}, frozen);
      CHECK(ahead.vectors == apart.vectors);
      for (int j = 0; j < width; ++j) CHECK(ahead.sums[0][j] == apart.sums[0][j]);
    }
  }
  CHECK(run_ahead(Triple(), width, {.fuse = Fuse::no}, -1).traffic.vectors_read == 3 + 3);
  const TrafficCounters ahead = run_ahead(AheadTriple(), width, {}, -1).traffic;
  // r, p, v; after the product x, but the product does not read r. A device runs one kernel behind A.
  CHECK(ahead.vectors_read == 3 + (on_host ? 1 - 1 : 3));
  CHECK(ahead.vectors_written == 3);
  CHECK(ahead.vectors_filled == 0);
  CHECK(ahead.products == 1);
  CHECK(ahead.preconditions == 1);
}

}  // namespace minikrylov
