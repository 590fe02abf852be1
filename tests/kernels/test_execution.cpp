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
  const Tally attached = run_list(100, 1, {Formulation::merged, AttachDots::yes}, Kind::diagonal).tally;
  CHECK(attached.vectors_read == 4 + (on_host ? 1 : 3) + 2);
  CHECK(attached.vectors_written == 3 + 1 + 1);
  CHECK(attached.vectors_filled == 1);  // z: all others are read before
  CHECK(attached.products == 1);
  CHECK(attached.preconditions == 1);
  const Tally separate = run_list(100, 1, {Formulation::merged, AttachDots::no}, Kind::diagonal).tally;
  CHECK(separate.vectors_read == 4 + 3);
  CHECK(separate.vectors_written == 3 + 2);
  CHECK(separate.launches == 2);
  const Tally basic = run_list(100, 1, {Formulation::basic, AttachDots::no}, Kind::diagonal).tally;
  CHECK(basic.vectors_read == 2 + 1 + 2 + 3 + 2 + 2 + 1 + 1 + 2);
  CHECK(basic.vectors_written == 5);
  CHECK(basic.vectors_filled == 1);
  const Tally split = run_list(100, 1, {Formulation::merged, AttachDots::no}, Kind::general).tally;
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
    return std::tuple(sum[0], k.tally(), download(z.vector()));
  };
  const auto [sum, tally, z] = run(Grouping::least);
  const auto [sum_of_paper, tally_of_paper, z_of_paper] = run(Grouping::paper);
  CHECK(sum == sum_of_paper);
  CHECK(z == z_of_paper);
  CHECK(tally.launches == 1);
  CHECK(tally.vectors_read == 3);
  CHECK(tally_of_paper.launches == 2);
  CHECK(tally_of_paper.vectors_read == 2 + 3);
  CHECK(tally_of_paper.vectors_written == tally.vectors_written);
}

}  // namespace minikrylov
