// PIPE2CG with matrix powers: the iterates of PIPE2CG, from one sum and one pass over A per two iterations.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "miniapp/methods/running/observed_costs.hpp"
#include "tests/bits.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

const CatalogueRow& by_powers() { return *find_method("pipe2cg-powers"); }
const CatalogueRow& by_products() { return *find_method("pipe2cg"); }

/// Systems with a constant diagonal, and with others.
std::vector<Problem> systems() {
  return {make_problem(ProblemKind::poisson3d_7, {21, 20, 19}), make_problem(ProblemKind::poisson3d_fvm, {12, 10, 9}),
          make_problem(ProblemKind::elasticity3d, {9, 8, 7})};
}

/// The inner products of z, p, c, z' and p', of which pipe2cg takes nine.
constexpr int of_five_columns = Gram::count(5);

}  // namespace

TEST_CASE("pipe2cg-powers has the residuals of pipe2cg, where that knows them", "[s-step]") {
  for (const Problem& problem : systems()) {
    const Distributed system(problem);
    for (const PreconditionerChoice M : {PreconditionerChoice::none, PreconditionerChoice::jacobi})
      for (const int width : {1, 3}) {
        INFO(properties_of(problem.kind).name << ", " << name_of(M) << ", " << width << " right-hand sides");
        const Setting setting{.preconditioner = M, .width = width, .fixed_iterations = 21};
        const Solved expected = system.solve(by_products(), setting), found = system.solve(by_powers(), setting);
        CHECK(found.outcome.iterations == expected.outcome.iterations);
        REQUIRE(found.outcome.residual_history.size() == expected.outcome.residual_history.size());
        for (std::size_t e = 0; e < expected.outcome.residual_history.size(); ++e)
          CHECK(std::isnan(found.outcome.residual_history[e]) == std::isnan(expected.outcome.residual_history[e]));
        // A rounding error of 1e-16 grows tenfold every other iteration.
        CHECK(largest_difference(found.outcome, expected.outcome, 8, width) < 1e-10);
        CHECK(largest_difference(found.outcome, expected.outcome, 16, width) < 1e-8);
        CHECK(largest_difference(found.outcome, expected.outcome, 21, width) < 1e-6);
        CHECK(std::fabs(found.outcome.residual_history.back() / found.true_norms[width - 1] - 1) < 1e-6);
      }
  }
}

TEST_CASE("pipe2cg-powers converges after the iterations of pipe2cg", "[s-step]") {
  for (const Problem& problem : systems()) {
    const Distributed system(problem);
    INFO(properties_of(problem.kind).name);
    const Setting setting{.width = 2, .rtol = 1e-8};
    const Solved expected = system.solve(by_products(), setting), found = system.solve(by_powers(), setting);
    for (int j = 0; j < 2; ++j) {
      CHECK(found.outcome.endings[j] == Ending::converged);
      CHECK(std::abs(found.outcome.iterations_of[j] - expected.outcome.iterations_of[j]) <= 2);
      CHECK(found.true_relative_residuals[j] <= 2e-8);
    }
  }
}

TEST_CASE("pipe2cg-powers knows all norms", "[s-step]") {
  const Distributed system(make_problem(ProblemKind::poisson3d_fvm, {12, 10, 9}));
  const auto last = [&](ResidualNorm norm) {
    const Solved found = system.solve(by_powers(), {.how = {.norm = norm}, .fixed_iterations = 15});
    CHECK(std::fabs(found.outcome.residual_history.back() / found.true_norms[0] - 1) < 1e-6);
    return found.outcome.residual_history.back();
  };
  const double plain = last(ResidualNorm::unpreconditioned);
  CHECK(std::fabs(last(ResidualNorm::natural) / plain - 1) > 1e-3);
  CHECK(std::fabs(last(ResidualNorm::preconditioned) / plain - 1) > 1e-3);
}

TEST_CASE("pipe2cg-powers sums once per two iterations, over one pass and fewer vectors than pipe2cg", "[s-step]") {
  const auto costs_of = [](const CatalogueRow& row, ResidualNorm norm) {
    return observe_costs(row, {.formulation = Formulation::merged, .fuse = Fuse::no, .norm = norm});
  };
  const ObservedCosts natural = costs_of(by_powers(), ResidualNorm::natural),
                      plain = costs_of(by_powers(), ResidualNorm::unpreconditioned),
                      usual = costs_of(by_products(), ResidualNorm::unpreconditioned);
  CHECK(natural.steps == 2);
  CHECK(natural.hidden_behind == std::vector<std::string>{"AA"});
  CHECK(natural.values == std::vector{of_five_columns});
  CHECK(plain.values == std::vector{2 * of_five_columns});  // of which the norm is one
  CHECK(natural.setup_products == 4);
  // Nine vectors are updated from these, g and M⁻¹ A g; five are read for inner products.
  CHECK(natural.vectors_read == 9 + 2 + 5);
  CHECK(natural.vectors_written == 9);
  CHECK(natural.work_vectors == usual.work_vectors - 7);  // r, w, q, d and the previous r, w, q
  CHECK(natural.vectors_read + natural.vectors_written < usual.vectors_read + usual.vectors_written);
  const ObservedSteps observed = observe_steps(by_powers(), {.fuse = Fuse::no});
  const auto passes = std::count_if(observed.steady.begin(), observed.steady.end(),
                                    [](const ObservedStep& step) { return step.kind == ObservedStep::Kind::product; });
  CHECK(passes == 1);
}

TEST_CASE("tiles, deep ghosts and overlap leave every bit of pipe2cg-powers as it is", "[s-step]") {
  const PowersHalo halo = GENERATE(PowersHalo::rounds, PowersHalo::deep);
  MatrixLayout layout{.ordering = OrderingChoice::interior_first};
  layout.powers = 2;
  layout.powers_halo = halo;
  for (const Overlap overlap : {Overlap::none, Overlap::fixed}) {
    Distributed system(make_problem(ProblemKind::poisson3d_7, {12, 10, 14}), layout, {.mode = overlap});
    const Setting setting{.fixed_iterations = 13};
    const Solved plain = system.solve(by_powers(), setting);
    for (const TileShape shape : {TileShape::skewed, TileShape::strips})
      for (const LocalIndex tile_rows : {0, 64, 192}) {
        INFO(name_of(shape) << " tiles of " << tile_rows << " rows, halo " << name_of(halo));
        const PowersTiles tiles{tile_rows, shape};
        system.set_powers({&system.system().group_graph, system.system().deep_halo.get(), tiles, tiles});
        const Solved tiled = system.solve(by_powers(), setting);
        CHECK(same_bits(plain.outcome.residual_history, tiled.outcome.residual_history));
        CHECK(plain.x == tiled.x);
      }
    system.set_powers({});
  }
}

}  // namespace minikrylov::test
