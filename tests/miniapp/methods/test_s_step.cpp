// s-step methods: the iterates of their classical methods, whatever s, as long as the basis is good.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "miniapp/system/preconditioner/small_eigenvalues.hpp"
#include "miniapp/system/preconditioner/spectrum.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

std::int64_t reductions_in(const Solved& solved) { return std::count(solved.events.begin(), solved.events.end(), 'S'); }

Problem uneven_grid() { return make_problem(ProblemKind::poisson3d_fvm, {12, 10, 9}); }

struct Pair {
  const char *avoiding, *classical;
};
constexpr Pair pairs[] = {{"ca-cg", "cg"}, {"ca-pcg", "pcg"}, {"ca-bicgstab", "bicgstab"}};

bool is_cg(std::string_view name) { return find_method(name)->family == Family::cg; }

}  // namespace

TEST_CASE("s-step methods have the residuals of their classical methods", "[s-step]") {
  const Distributed system(uneven_grid());
  for (const auto& [avoiding, classical] : pairs)
    for (const BasisKind basis : {BasisKind::monomial, BasisKind::newton, BasisKind::chebyshev})
      for (const int s : {1, 2, 3, 4}) {
        INFO(avoiding << ", s = " << s << ", basis " << name_of(basis));
        const Solved expected = system.solve(*find_method(classical), {.fixed_iterations = 13});
        const Solved found = system.solve(*find_method(avoiding), {.fixed_iterations = 13, .steps = s, .basis = basis});
        CHECK(found.outcome.iterations == 13);
        // BiCGStab amplifies rounding errors.
        CHECK(largest_difference(found.outcome, expected.outcome, 14, 1) < (is_cg(avoiding) ? 1e-7 : 1e-3));
        CHECK(std::fabs(found.outcome.residual_history.back() / found.true_norms[0] - 1) < 1e-7);
      }
}

TEST_CASE("with s = 1, s-step methods are their classical methods to rounding", "[s-step]") {
  for (const Problem& problem : {uneven_grid(), make_problem(ProblemKind::poisson3d_27, {9, 10, 8})}) {
    const Distributed system(problem);
    for (const auto& [avoiding, classical] : pairs) {
      INFO(properties_of(problem.kind).name << ", " << avoiding);
      const Solved expected = system.solve(*find_method(classical), {.fixed_iterations = 8});
      const Solved found = system.solve(*find_method(avoiding), {.fixed_iterations = 8, .steps = 1});
      CHECK(largest_difference(found.outcome, expected.outcome, 9, 1) < (is_cg(avoiding) ? 1e-10 : 1e-7));
    }
  }
}

TEST_CASE("s-step methods converge after the iterations of their classical methods, and deliver that iterate",
          "[s-step]") {
  const Distributed system(uneven_grid());
  for (const auto& [avoiding, classical] : pairs)
    for (const int width : {1, 3})
      for (const int s : {1, 2, 4, 6, 8}) {
        INFO(avoiding << ", s = " << s << ", " << width << " right-hand sides");
        const Solved expected = system.solve(*find_method(classical), {.width = width, .rtol = 1e-8});
        const Solved found = system.solve(*find_method(avoiding), {.width = width, .rtol = 1e-8, .steps = s});
        for (int j = 0; j < width; ++j) {
          CHECK(found.outcome.endings[j] == Ending::converged);
          const int more = found.outcome.iterations_of[j] - expected.outcome.iterations_of[j];
          const int tenth = expected.outcome.iterations_of[j] / 10;
          CHECK(std::abs(more) <= (is_cg(avoiding) ? 1 : 2 + tenth));
          CHECK(found.true_relative_residuals[j] <= 2e-8);
        }
      }
}

TEST_CASE("s-step methods need one reduction for s steps", "[s-step]") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {12, 10, 9}));
  for (const auto& [avoiding, classical] : pairs)
    for (const int s : {1, 2, is_cg(avoiding) ? 4 : 3}) {
      INFO(avoiding << ", s = " << s);
      const Solved found = system.solve(*find_method(avoiding), {.fixed_iterations = 12, .steps = s});
      CHECK(reductions_in(found) == 12 / s);
    }
}

TEST_CASE("blocks are shorter than s where rounding spoils the basis", "[s-step]") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {12, 10, 9}));
  const auto smallest = [&](BasisKind basis, int s) {
    return system.solve(*find_method("ca-cg"), {.fixed_iterations = 2 * s, .steps = s, .basis = basis})
        .outcome.smallest_steps;
  };
  CHECK(smallest(BasisKind::chebyshev, 4) == 4);
  CHECK(smallest(BasisKind::monomial, 16) < 16);
}

TEST_CASE("with Chebyshev's basis and s up to 8, all built-in problems take the iterations of CG within one",
          "[s-step]") {
  constexpr GridSize plane{20, 17, 1}, box{8, 7, 9}, long_box{11, 9, 40};
  for (const ProblemProperties& known : problem_table) {
    if (known.kind == ProblemKind::matrix_market || known.symmetry != Symmetry::symmetric) continue;
    const bool few_per_row = known.kind == ProblemKind::poisson3d_7 || known.kind == ProblemKind::poisson3d_fvm;
    const GridSize grid = known.dimensions == Dimensions::two ? plane : few_per_row ? long_box : box;
    const Distributed system(make_problem(known.kind, grid));
    for (const auto& [avoiding, classical] : {pairs[0], pairs[1]}) {
      const Solved expected = system.solve(*find_method(classical), {.rtol = 1e-8});
      for (const int s : {2, 3, 4, 5, 6, 7, 8}) {
        const Solved found = system.solve(*find_method(avoiding), {.rtol = 1e-8, .steps = s});
        INFO(known.name << ", " << avoiding << ", s = " << s << ": " << found.outcome.iterations << ", not "
                        << expected.outcome.iterations);
        CHECK(std::abs(found.outcome.iterations - expected.outcome.iterations) <= 1);
        CHECK(found.true_relative_residuals[0] <= 2e-8);
        CHECK(found.outcome.replacements == 0);
      }
    }
  }
}

TEST_CASE("the monomial basis fails as theory says: its condition number grows with s, and no block gets longer",
          "[s-step]") {
  const Distributed system(make_problem(ProblemKind::poisson2d_5, {40, 37, 1}));
  const int iterations = system.solve(*find_method("cg"), {.rtol = 1e-8}).outcome.iterations;
  double before = 1;
  for (const int s : {2, 4, 6, 8, 12, 16}) {
    const auto with = [&](BasisKind basis) {
      return system.solve(*find_method("ca-cg"), {.rtol = 1e-8, .steps = s, .basis = basis});
    };
    const Solved monomial = with(BasisKind::monomial), chebyshev = with(BasisKind::chebyshev);
    INFO("s = " << s << ": " << monomial.basis_condition << ", " << chebyshev.basis_condition);
    CHECK(monomial.basis_condition > std::min(4 * before, 4e7));
    CHECK(chebyshev.basis_condition < 2000);
    CHECK(std::abs(chebyshev.outcome.iterations - iterations) <= 1);
    CHECK(chebyshev.outcome.smallest_steps == s);
    CHECK(reductions_in(chebyshev) <= iterations / s + 2);
    if (s >= 12) CHECK(monomial.outcome.smallest_steps < s);
    if (s >= 12) CHECK(reductions_in(monomial) > iterations / 8);
    before = monomial.basis_condition;
  }
}

TEST_CASE("condition numbers of bases are those of their scaled Gram matrices", "[s-step]") {
  // Two unit vectors at an angle of 60 degrees, the second one a thousand times as long.
  const Gram G(2, 1, {1, 500, 1e6});
  CHECK(std::fabs(condition_of(G, 2) - std::sqrt(3.0)) < 1e-12);
  CHECK(condition_of(G, 1) == 1);
  CHECK(condition_of(Gram(2, 1, {1, 1, 1}), 2) > 6e7);
}

TEST_CASE("residuals of s-step methods are replaced by a period if asked for, and never without need", "[s-step]") {
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {12, 10, 9}));
  for (const auto& pair : pairs) {
    const char* const avoiding = pair.avoiding;
    INFO(avoiding);
    const auto solved = [&](int period) {
      return system.solve(*find_method(avoiding), {.fixed_iterations = 24, .replacement_period = period}).outcome;
    };
    const Outcome usual = solved(0), often = solved(6);
    CHECK(usual.replacements == 0);
    CHECK(often.replacements == 3);  // in iterations 6, 12 and 18
    CHECK(often.iterations == 24);
    CHECK(largest_difference(often, usual, 25, 1) < (is_cg(avoiding) ? 1e-6 : 1e-2));
  }
}

TEST_CASE("all norms are known to ca-pcg", "[s-step]") {
  const Distributed system(uneven_grid());
  for (const ResidualNorm norm : {ResidualNorm::natural, ResidualNorm::preconditioned}) {
    const Solved found =
        system.solve(*find_method("ca-pcg"), {.how = {.norm = norm}, .fixed_iterations = 10, .steps = 3});
    CHECK(std::fabs(found.outcome.residual_history.back() / found.true_norms[0] - 1) < 1e-6);
  }
}

TEST_CASE("powers by tiles, with deep ghosts or an exchange each, leave every bit of a solve as it is", "[s-step]") {
  const PowersHalo halo = GENERATE(PowersHalo::rounds, PowersHalo::deep);
  const Overlap overlap = GENERATE(Overlap::none, Overlap::fixed);
  MatrixLayout layout;
  if (overlap == Overlap::fixed) layout.ordering = OrderingChoice::interior_first;
  layout.powers = 4;
  layout.powers_halo = halo;
  Distributed system(make_problem(ProblemKind::poisson3d_7, {12, 10, 14}), layout, {.mode = overlap});
  for (const TileShape shape : {TileShape::skewed, TileShape::strips})
    for (const LocalIndex tile_rows : {0, 64, 192}) {
      for (const char* name : {"ca-cg", "ca-pcg", "ca-bicgstab", "pcg", "pbicgstab"}) {
        INFO(name << ", " << name_of(shape) << " tiles of " << tile_rows << " rows, halo " << name_of(halo)
                  << ", overlap " << name_of(overlap));
        Setting setting{.fixed_iterations = 9, .steps = std::string_view(name) == "ca-bicgstab" ? 2 : 4};
        if (std::string_view(name) == "pcg") {
          setting.preconditioner = PreconditionerChoice::chebyshev;
          setting.preconditioning.chebyshev_degree = 4;
        }
        if (std::string_view(name) == "pbicgstab") setting.preconditioner = PreconditionerChoice::newton;
        system.set_powers({});
        const Solved plain = system.solve(*find_method(name), setting);
        const PowersTiles tiles{tile_rows, shape};
        system.set_powers({&system.system().group_graph, system.system().deep_halo.get(), tiles, tiles});
        const Solved tiled = system.solve(*find_method(name), setting);
        CHECK(plain.outcome.residual_history == tiled.outcome.residual_history);
        CHECK(plain.x == tiled.x);
      }
    }
}

TEST_CASE("Chebyshev's basis has the Ritz values inside, from the smallest to the largest", "[s-step]") {
  const std::vector<double> ritz{0.25, 1, 3.5, 6};
  const PowersTerm first = make_basis(BasisKind::chebyshev, 4, ritz).terms[0];
  const auto maps_to = [&](double value) { return first.a * value + first.b; };
  CHECK(std::fabs(maps_to(ritz.front()) + 1) < 1e-14);
  CHECK(std::fabs(maps_to(ritz.back()) - 1) < 1e-14);
}

TEST_CASE("Ritz values approach the ends of a spectrum", "[s-step]") {
  SmallMatrix tridiagonal(20);
  for (int i = 0; i < 20; ++i) {
    tridiagonal(i, i) = 2;
    if (i > 0) tridiagonal(i, i - 1) = tridiagonal(i - 1, i) = -1;
  }
  const std::vector<double> values = eigenvalues(tridiagonal);
  constexpr double pi = 3.14159265358979323846;
  for (int k = 0; k < 20; ++k) CHECK(std::fabs(values[k] - (2 - 2 * std::cos((k + 1) * pi / 21))) < 1e-13);
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {10, 10, 10}));
  const std::vector<double> ritz =
      ritz_values(system.A(), Identity(), system.system().ghosts, system.system().global_number, system.ranks(), 20);
  const double largest = 6 + 6 * std::cos(pi / 11), smallest = 6 - 6 * std::cos(pi / 11);
  CHECK(ritz.back() <= largest * (1 + 1e-12));
  CHECK(ritz.back() > 0.97 * largest);
  CHECK(ritz.front() >= smallest * (1 - 1e-12));
  CHECK(leja_ordered({1, 2, 3, 10}, 3) == std::vector<double>{10, 1, 3});
}

}  // namespace minikrylov::test
