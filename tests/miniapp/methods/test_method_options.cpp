// Method options: norms, deep pipelines, restarts and residual replacement.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

/// A diagonal that varies from row to row, so that the three norms differ.
Problem uneven() { return make_problem(ProblemKind::poisson3d_fvm, {12, 10, 9}); }

std::int64_t sums(const Solved& solved) { return std::count(solved.events.begin(), solved.events.end(), 'S'); }

}  // namespace

TEST_CASE("each norm agrees with the true residual's, and costs no extra reduction") {
  const Distributed system(uneven());
  for (const CatalogueRow& row : catalogue()) {
    if (row.preconditioning != Preconditioning::any || row.norms != KnownNorms::all) continue;
    const Solved plain = system.solve(row, {.rtol = 1e-5, .fixed_iterations = 21});
    for (const ResidualNorm norm : {ResidualNorm::natural, ResidualNorm::preconditioned}) {
      INFO(row.name << ", norm " << static_cast<int>(norm));
      const Solved fixed = system.solve(row, {.how = {.norm = norm}, .fixed_iterations = 21});
      CHECK(std::fabs(fixed.outcome.residual_history.back() / fixed.true_norms[0] - 1) < 1e-6);
      CHECK(std::fabs(fixed.outcome.residual_history.back() / plain.outcome.residual_history.back() - 1) > 1e-3);
      CHECK(sums(fixed) == sums(plain));
      const Solved solved = system.solve(row, {.how = {.norm = norm}, .rtol = 1e-7});
      CHECK(solved.outcome.endings.front() == Ending::converged);
    }
  }
}

TEST_CASE("deep pipelines converge at every depth, in the natural norm, with as many reductions in flight") {
  const Distributed system(uneven());
  const CatalogueRow& plcg = *find_method("plcg");
  const Solved classical =
      system.solve(*find_method("pcg"), {.how = {.norm = ResidualNorm::natural}, .fixed_iterations = 31});
  for (int depth = 1; depth <= max_pipeline_depth; ++depth)
    for (const int width : {1, 3}) {
      INFO("l = " << depth << ", " << width << " right-hand sides");
      const Solved solved = system.solve(plcg, {.width = width, .rtol = 1e-7, .pipeline_depth = depth});
      for (const Ending ending : solved.outcome.endings) CHECK(ending == Ending::converged);
      for (const double residual : solved.true_relative_residuals) CHECK(residual < 1e-5);
      if (width > 1) continue;
      const Solved fixed = system.solve(plcg, {.fixed_iterations = 31, .pipeline_depth = depth});
      CHECK(largest_difference(fixed.outcome, classical.outcome, 25, 1) < 1e-6);
      std::ptrdiff_t in_flight = 0, most = 0;
      for (const char event : solved.events) most = std::max(most, in_flight += event == 'S' ? 1 : -1);
      CHECK(most == depth);
    }
}

/// Checks that histories continue over restarts, and that counts include all attempts.
void check_history(const Solved& solved) {
  CHECK(solved.outcome.residual_history.size() == static_cast<std::size_t>(solved.outcome.iterations) + 1);
  CHECK(solved.outcome.times.size() == solved.outcome.residual_history.size());
  CHECK(solved.outcome.iterations_of.front() == solved.outcome.iterations);
}

TEST_CASE("a deep pipeline with a degraded basis is restarted, and converges") {
  const Distributed system(uneven());
  const Solved solved =
      system.solve(*find_method("plcg"), {.rtol = 1e-7, .pipeline_depth = max_pipeline_depth, .shifts = 0});
  CHECK(solved.outcome.restarts > 0);
  CHECK(solved.outcome.endings.front() == Ending::converged);
  CHECK(solved.true_relative_residuals[0] < 1e-5);
  check_history(solved);
}

TEST_CASE("with two eigenvalues CG methods need two iterations, whatever the depth of the pipeline") {
  SparseMatrix matrix{.rows = 40, .offsets = {0}, .columns = {}, .values = {}};
  for (LocalIndex i = 0; i < matrix.rows; ++i) {
    matrix.columns.push_back(i);
    matrix.values.push_back(i % 3 == 0 ? 4 : 1);
    matrix.offsets.push_back(i + 1);
  }
  const Distributed system(matrix, block_owners(matrix.rows, Communicator().size()));
  for (const CatalogueRow& row : catalogue())
    for (int depth = 1; depth <= (row.name == "plcg" ? max_pipeline_depth : 1); ++depth) {
      if (row.family != Family::cg) continue;
      const Solved solved = system.solve(row, {.preconditioner = PreconditionerChoice::none, .pipeline_depth = depth});
      INFO(row.name << ", depth " << depth);
      CHECK(solved.outcome.worst() == Ending::converged);
      CHECK(solved.outcome.iterations >= 2);
      CHECK(solved.outcome.iterations <= 3);  // the third for rounding errors
      CHECK(solved.true_relative_residuals[0] < 1e-9);
    }
}

TEST_CASE("a stagnating BiCGStab method is restarted on request") {
  const Distributed system(make_problem(ProblemKind::convection_diffusion, {13, 11, 9}, {.peclet = 20}));
  int stagnated = 0;
  for (const CatalogueRow& row : catalogue()) {
    if (row.family != Family::bicgstab) continue;
    INFO(row.name);
    const Solved once = system.solve(row, {.stagnation_window = 2});
    if (once.outcome.endings.front() != Ending::stagnated) continue;
    ++stagnated;
    CHECK(once.outcome.restarts == 0);
    const Solved again = system.solve(row, {.stagnation_window = 2, .restarts = 50});
    CHECK(again.outcome.restarts > 0);
    CHECK(again.outcome.endings.front() == Ending::converged);
    CHECK(again.true_relative_residuals[0] < 1.1e-9);
    check_history(again);
  }
  CHECK(stagnated >= 6);
}

TEST_CASE("residual replacement restores the true residual lost by pipelining") {
  struct Pair {
    const char *pipelined, *replaced;
  };
  for (const auto& [pipelined, replaced] : {Pair{"pipecg", "pipecg-rr"}, Pair{"pipebicgstab", "pipebicgstab-rr"},
                                            Pair{"ppipebicgstab", "ppipebicgstab-rr"}}) {
    INFO(replaced);
    const Distributed system(make_problem(ProblemKind::poisson2d_5, {60, 50, 1}));
    const Setting to_rounding{.rtol = 1e-13, .max_iterations = 600};
    const Solved lost = system.solve(*find_method(pipelined), to_rounding);
    const Solved kept = system.solve(*find_method(replaced), to_rounding);
    CHECK(kept.true_relative_residuals[0] < 0.5 * lost.true_relative_residuals[0]);
    CHECK(kept.true_relative_residuals[0] < 1e-11);
    // Four products each, but not in every iteration.
    const auto extra = kept.outcome.total.products - kept.outcome.setup.products -
                       kept.outcome.iterations * (find_method(replaced)->family == Family::cg ? 1 : 2);
    CHECK(extra > 0);
    CHECK(extra <= kept.outcome.iterations);
  }
}

TEST_CASE("residual replacement of BiCGStab costs nothing where no gap demands it, and can be asked for by a period") {
  const Distributed system(make_problem(ProblemKind::convection_diffusion, {13, 11, 9}, {.peclet = 20}));
  for (const char* name : {"pipebicgstab-rr", "ppipebicgstab-rr"}) {
    INFO(name);
    const auto extra_products = [&](int period) {
      const Outcome outcome =
          system.solve(*find_method(name), {.fixed_iterations = 24, .replacement_period = period}).outcome;
      return outcome.total.products - outcome.setup.products - 2 * outcome.iterations;
    };
    CHECK(extra_products(0) <= 0);
    CHECK(extra_products(8) >= 8);  // in iterations 8 and 16, if not at the very end
  }
}

}  // namespace minikrylov::test
