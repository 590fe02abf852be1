// ca-pcg with polynomial preconditioners: the iterates of pcg with the same M, one sum per s steps, and the counts that
// the recurrence of images gives.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "miniapp/methods/running/observed_costs.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

std::int64_t sums_of(const Solved& solved) { return std::count(solved.events.begin(), solved.events.end(), 'S'); }

Problem varying_grid() { return make_problem(ProblemKind::poisson3d_fvm, {12, 10, 9}); }

/// A setting with chebyshev of this degree.
Setting chebyshev_of(int degree, Setting setting = {}) {
  setting.preconditioner = PreconditionerChoice::chebyshev;
  setting.preconditioning.chebyshev_degree = degree;
  return setting;
}

Solved by(const Distributed& system, std::string_view method, const Setting& setting) {
  return system.solve(*find_method(method), setting);
}

}  // namespace

TEST_CASE("ca-pcg with a polynomial has the residuals of pcg with it", "[s-step]") {
  const Distributed system(varying_grid());
  for (const int degree : {0, 2, 3}) {
    const Solved expected = by(system, "pcg", chebyshev_of(degree, {.fixed_iterations = 11}));
    for (const BasisKind basis : {BasisKind::monomial, BasisKind::newton, BasisKind::chebyshev})
      for (const int s : {1, 2, 3, 4}) {
        INFO("degree " << degree << ", s = " << s << ", basis " << name_of(basis));
        const Solved found =
            by(system, "ca-pcg", chebyshev_of(degree, {.fixed_iterations = 11, .steps = s, .basis = basis}));
        CHECK(found.outcome.iterations == 11);
        CHECK(largest_difference(found.outcome, expected.outcome, 12, 1) < 1e-6);
        CHECK(std::fabs(found.outcome.residual_history.back() / found.true_norms[0] - 1) < 1e-6);
      }
  }
}

TEST_CASE(
    "with a polynomial, Chebyshev's basis and s up to 8, all built-in problems take the iterations of pcg within "
    "one",
    "[s-step]") {
  constexpr GridSize plane{20, 17, 1}, box{8, 7, 9};
  for (const ProblemProperties& known : problem_table) {
    if (known.kind == ProblemKind::matrix_market || known.symmetry != Symmetry::symmetric) continue;
    const Distributed system(make_problem(known.kind, known.dimensions == Dimensions::two ? plane : box));
    const Solved expected = by(system, "pcg", chebyshev_of(3, {.rtol = 1e-8}));
    for (int s = 1; s <= 8; ++s) {
      const Solved found = by(system, "ca-pcg", chebyshev_of(3, {.rtol = 1e-8, .steps = s}));
      INFO(known.name << ", s = " << s << ": " << found.outcome.iterations << ", not " << expected.outcome.iterations);
      CHECK(found.outcome.worst() == Ending::converged);
      CHECK(std::abs(found.outcome.iterations - expected.outcome.iterations) <= 1);
      CHECK(found.true_relative_residuals[0] <= 2e-8);
      CHECK(found.outcome.replacements == 0);
    }
  }
}

TEST_CASE("with a polynomial, right-hand sides converge one by one inside blocks, to the accuracy of pcg", "[s-step]") {
  const Distributed system(varying_grid());
  const Solved expected = by(system, "pcg", chebyshev_of(2, {.width = 3, .rtol = 1e-11}));
  for (const int s : {1, 4, 8}) {
    INFO("s = " << s);
    const Solved found = by(system, "ca-pcg", chebyshev_of(2, {.width = 3, .rtol = 1e-11, .steps = s}));
    for (int j = 0; j < 3; ++j) {
      CHECK(found.outcome.endings[j] == Ending::converged);
      CHECK(std::abs(found.outcome.iterations_of[j] - expected.outcome.iterations_of[j]) <= 1);
      CHECK(found.true_relative_residuals[j] <= 2e-11);
    }
  }
}

TEST_CASE("images of the basis under a diagonal M give what inner products with M give", "[s-step]") {
  const Distributed system(varying_grid());
  const CatalogueRow& row = *find_method("ca-pcg");
  for (const int width : {1, 3})
    for (const int s : {1, 2, 4}) {
      INFO("s = " << s << ", " << width << " right-hand sides");
      const Setting setting{.width = width, .fixed_iterations = 12, .steps = s};  // with Jacobi
      CatalogueRow by_images = row;
      by_images.method = row.polynomial;
      const Outcome expected = system.solve(row, setting).outcome, found = system.solve(by_images, setting).outcome;
      CHECK(largest_difference(found, expected, 13, width) < 1e-8);
    }
}

TEST_CASE("with a polynomial, s steps take one sum, 2s - 1 products and 2s - 1 applications of M", "[s-step]") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {12, 10, 9}));
  for (const int s : {1, 2, 3, 4, 6}) {
    INFO("s = " << s);
    const Solved found = by(system, "ca-pcg", chebyshev_of(1, {.fixed_iterations = 12, .steps = s}));
    CHECK(found.outcome.smallest_steps == s);
    CHECK(sums_of(found) == 12 / s);
    const int each = 2 * s - 1;
    CHECK(found.outcome.total.products == 1 + 12 / s * each);  // the first one for b - A x₀
    CHECK(found.outcome.total.preconditions == 1 + 12 / s * each);
  }
}

TEST_CASE("what a block with images moves is as derived, and as the catalogue observes", "[s-step]") {
  const CatalogueRow row = find_method("ca-pcg")->with_polynomial();
  const auto upper_half = [](int n) { return n * (n + 1) / 2; };
  for (const int s : {2, 4, 8}) {
    INFO("s = " << s);
    const int columns = 2 * s + 1;
    // The first term of each basis reads two images, the others three; all images are written but the given ones.
    const int terms = 2 * 2 + (2 * s - 3) * 3;
    const int combined = (columns + 1) + columns;  // x, and the columns and their images once
    const ObservedCosts merged = observe_costs(row, {Formulation::merged, Fuse::no, Grouping::minimum}, {.steps = s});
    CHECK(merged.products == 2 * s - 1);
    CHECK(merged.preconditions == 2 * s - 1);
    CHECK(merged.values == std::vector{2 * upper_half(columns)});
    CHECK(merged.vectors_read == terms + 2 * columns + combined);
    CHECK(merged.vectors_written == 2 * s - 1 + 5);  // x, p, z and M times p and z
    CHECK(merged.work_vectors == 2 * columns);
    const ObservedCosts basic = observe_costs(row, {Formulation::basic, Fuse::no, Grouping::minimum}, {.steps = s});
    CHECK(basic.vectors_read == merged.vectors_read + columns);  // the second Gram matrix has a pass of its own
    const ObservedCosts natural =
        observe_costs(row, {Formulation::merged, Fuse::no, Grouping::minimum, ResidualNorm::natural}, {.steps = s});
    CHECK(natural.values == std::vector{upper_half(columns)});
  }
}

TEST_CASE("all norms are known to ca-pcg with a polynomial", "[s-step]") {
  const Distributed system(varying_grid());
  for (const ResidualNorm norm :
       {ResidualNorm::unpreconditioned, ResidualNorm::natural, ResidualNorm::preconditioned}) {
    const Solved found =
        by(system, "ca-pcg", chebyshev_of(2, {.how = {.norm = norm}, .fixed_iterations = 9, .steps = 3}));
    CHECK(std::fabs(found.outcome.residual_history.back() / found.true_norms[0] - 1) < 1e-6);
  }
}

TEST_CASE(
    "with a polynomial, residuals are replaced by a period if asked for, and blocks end where rounding spoils "
    "the basis",
    "[s-step]") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {12, 10, 9}));
  const auto solved = [&](int period) {
    return by(system, "ca-pcg", chebyshev_of(1, {.fixed_iterations = 24, .replacement_period = period})).outcome;
  };
  const Outcome usual = solved(0), often = solved(6);
  CHECK(usual.replacements == 0);
  CHECK(often.replacements == 3);  // in iterations 6, 12 and 18
  CHECK(largest_difference(often, usual, 19, 1) < 1e-4);
  const Distributed plane(make_problem(ProblemKind::poisson2d_5, {40, 37, 1}));
  const Solved monomial =
      by(plane, "ca-pcg", chebyshev_of(0, {.rtol = 1e-8, .steps = 16, .basis = BasisKind::monomial}));
  CHECK(monomial.outcome.smallest_steps < 16);
  CHECK(monomial.outcome.worst() == Ending::converged);
  CHECK(monomial.true_relative_residuals[0] <= 2e-8);
  const Solved good = by(plane, "ca-pcg", chebyshev_of(0, {.rtol = 1e-8, .steps = 8}));
  CHECK(good.outcome.smallest_steps == 8);
  CHECK(good.basis_condition < 2000);
}

TEST_CASE("tiles, deep ghosts and overlap leave every bit of ca-pcg with a polynomial as it is", "[s-step]") {
  const PowersHalo halo = GENERATE(PowersHalo::rounds, PowersHalo::deep);
  MatrixLayout layout{.ordering = OrderingChoice::interior_first};
  layout.powers = 4;
  layout.powers_halo = halo;
  const Problem problem = make_problem(ProblemKind::poisson3d_7, {12, 10, 14});
  const Setting setting = chebyshev_of(4, {.fixed_iterations = 9, .steps = 4});
  std::vector<double> plain;
  for (const Overlap mode : {Overlap::none, Overlap::fixed, Overlap::dynamic}) {
    Distributed system(problem, layout, {.mode = mode});
    for (const LocalIndex tile_rows : {0, 64}) {
      INFO(name_of(mode) << ", tiles of " << tile_rows << " rows, halo " << name_of(halo));
      const PowersTiles tiles{tile_rows, TileShape::strips};
      if (tile_rows > 0)
        system.set_powers({&system.system().group_graph, system.system().deep_halo.get(), tiles, tiles});
      const Solved solved = by(system, "ca-pcg", setting);
      if (plain.empty()) plain = solved.outcome.residual_history;
      CHECK(solved.outcome.residual_history == plain);
    }
  }
}

TEST_CASE("with a polynomial, ca-pcg agrees with pcg in all formats, codes and widths", "[s-step]") {
  for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::sell_block, MatrixFormat::crs})
    for (const Compression compression : {Compression::none, Compression::lossless})
      for (const int width : {1, 16, 32}) {
        const Distributed system(format == MatrixFormat::sell_block
                                     ? make_problem(ProblemKind::elasticity3d, {5, 4, 6})
                                     : make_problem(ProblemKind::poisson3d_27, {9, 8, 10}),
                                 {.format = format, .compression = compression});
        INFO(name_of(format) << ", " << name_of(compression) << ", " << width << " right-hand sides");
        const Setting setting = chebyshev_of(2, {.width = width, .fixed_iterations = 6, .steps = 3});
        const Outcome expected = by(system, "pcg", setting).outcome, found = by(system, "ca-pcg", setting).outcome;
        CHECK(largest_difference(found, expected, 7, width) < 1e-6);
      }
}

}  // namespace minikrylov::test
