// Every method of the catalogue solves, and is the method that it claims to be.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <set>

#include "kernels/core/caches.hpp"
#include "miniapp/methods/running/observed_costs.hpp"
#include "tests/bits.hpp"
#include "tests/comm/sum_order.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

/// Bitwise equality, including unknown entries.
/// Equality of histories for as long as rounding errors have not grown.
bool close_residuals(const Solved& a, const Solved& b, int width) {
  return largest_difference(a.outcome, b.outcome, 12, width) < 1e-6;
}

/// Bitwise equality of histories, or to rounding where the method does not repeat exactly.
bool same_residuals(const CatalogueRow& row, const Solved& a, const Solved& b, int width) {
  if (!repeats_exactly(row)) return close_residuals(a, b, width);
  return same_bits(a.outcome.residual_history, b.outcome.residual_history);
}

Problem small_problem(Family family) {
  return family == Family::cg ? make_problem(ProblemKind::poisson3d_7, {13, 11, 9})
                              : make_problem(ProblemKind::convection_diffusion, {13, 11, 9}, {.peclet = 20});
}

/// Planes so small and numerous that updates can run ahead of products on each of four ranks.
Problem long_problem(Family family) {
  return family == Family::cg ? make_problem(ProblemKind::poisson3d_7, {5, 6, 800})
                              : make_problem(ProblemKind::convection_diffusion, {5, 6, 800}, {.peclet = 20});
}

/// The vectors on the left-hand sides of a kernel's formulas.
std::set<std::string> results_in(const ObservedStep& step) {
  std::set<std::string> results;
  std::string text = step.label.substr(0, step.label.find(';'));
  for (const std::string& formula : step.formulas) text += ", " + formula;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(", ", begin), text.size());
    const std::string formula = text.substr(begin, end - begin);
    if (const std::size_t equals = formula.find(" = "); equals != std::string::npos)
      results.insert(formula.substr(0, equals));
    begin = end + 2;
  }
  return results;
}

/// The sums over ranks named by a label: (r,u) or ‖r‖².
int sums_in(std::string_view label) {
  int count = 0;
  for (const std::string_view begin : {"(", "‖²"})
    for (std::size_t at = label.find(begin); at != std::string_view::npos; at = label.find(begin, at + 1)) ++count;
  return count;
}

/// A norm in which the method can be compared with others.
ResidualNorm norm_of(const CatalogueRow& row) {
  return row.norms == KnownNorms::natural ? ResidualNorm::natural : ResidualNorm::unpreconditioned;
}

}  // namespace

TEST_CASE("every method converges to the solution, with a true residual") {
  for (const CatalogueRow& row : catalogue()) {
    const Distributed system(small_problem(row.family));
    for (const int width : {1, 3}) {
      INFO(row.name << ", " << width << " right-hand sides");
      const Solved solved = system.solve(row, {.width = width});
      for (const Ending ending : solved.outcome.endings) CHECK(ending == Ending::converged);
      for (const double residual : solved.true_relative_residuals) CHECK(residual < 1.1e-9);
      CHECK(solved.error < 1e-7);
    }
  }
}

TEST_CASE("formulas name every vector that a kernel writes and every value that is reduced") {
  std::vector<CatalogueRow> rows(catalogue().begin(), catalogue().end());
  rows.push_back(find_method("ca-pcg")->with_polynomial());
  for (const CatalogueRow& row : rows) {
    const ObservedSteps steps = observe_steps(row, {Formulation::merged, Fuse::no, Grouping::minimum});
    for (const auto& part : {steps.setup, steps.steady})
      for (const ObservedStep& step : part) {
        INFO(row.name << ": " << step.label);
        using Kind = ObservedStep::Kind;
        const bool panels = row.takes_powers();  // of which a letter stands for many vectors
        const auto shows = [&](const char* text) { return step.label.find(text) != std::string::npos; };
        if (step.kind == Kind::sum_starts) CHECK((panels ? shows("Yᵀ ") : sums_in(step.label) == step.values));
        if (step.kind == Kind::product) CHECK((shows(" = A") || (panels && shows("A)] "))));
        if (step.kind != Kind::fused_kernel) continue;
        const auto named = static_cast<long>(results_in(step).size());
        // BiCGStab methods have letters that share memory.
        CHECK((row.family == Family::cg ? named == step.vectors_written : named >= step.vectors_written));
      }
  }
}

TEST_CASE("every method agrees with its classical method up to rounding for tens of iterations") {
  const Problem poisson = make_problem(ProblemKind::poisson3d_7, {21, 20, 19});
  const Problem body = make_problem(ProblemKind::elasticity3d, {9, 8, 7});
  const Problem convection = make_problem(ProblemKind::convection_diffusion, {21, 20, 19}, {.peclet = 20});
  for (const Problem& problem : {poisson, body, convection}) {
    const Distributed system(problem);
    const bool symmetric = properties_of(problem.kind).symmetry == Symmetry::symmetric;
    for (const CatalogueRow& row : catalogue()) {
      if (row.family == Family::cg && !symmetric) continue;
      const Setting setting{.how = {.norm = norm_of(row)}, .fixed_iterations = 22};
      const Solved classical = system.solve(*find_method(row.classical), setting);
      const Solved variant = system.solve(row, setting);
      INFO(row.name << ", " << properties_of(problem.kind).name);
      // A rounding error of 1e-16 grows tenfold every other iteration; a wrong recurrence shows at once, and by 1.
      CHECK(largest_difference(variant.outcome, classical.outcome, 8, 1) < 1e-9);
      CHECK(largest_difference(variant.outcome, classical.outcome, 16, 1) < 1e-6);
      CHECK(largest_difference(variant.outcome, classical.outcome, 20, 1) < 1e-5);
    }
  }
}

TEST_CASE("formulations and fused statements give bitwise the same residuals") {
  for (const CatalogueRow& row : catalogue()) {
    const Distributed system(small_problem(row.family));
    for (const int width : {1, 3}) {
      const Solved merged = system.solve(row, {.width = width});
      INFO(row.name);
      for (const Setting& setting : {Setting{.how = {.fuse = Fuse::no}, .width = width},
                                     Setting{.how = {.grouping = Grouping::paper}, .width = width},
                                     Setting{.how = {.formulation = Formulation::basic}, .width = width}})
        CHECK(same_residuals(row, system.solve(row, setting), merged, width));
      const Solved blas = system.solve(row, {.how = {.formulation = Formulation::kokkos_kernels}, .width = width});
      CHECK(close_residuals(blas, merged, width));
    }
  }
}

TEST_CASE("look-ahead updates give bitwise the same residuals") {
  for (const CatalogueRow& row : catalogue()) {
    const Distributed system(long_problem(row.family));
    for (const int width : {1, 3}) {
      INFO(row.name << ", " << width << " right-hand sides");
      CHECK((system.A().fuses(width) == Fusible::around) == on_host);
      const Setting ahead{.width = width, .fixed_iterations = 12};
      const Setting separate{.how = {.fuse = Fuse::no}, .width = width, .fixed_iterations = 12};
      CHECK(same_residuals(row, system.solve(row, ahead), system.solve(row, separate), width));
    }
  }
}

TEST_CASE("non-temporal stores give bitwise the same residuals") {
  if (!on_host) SKIP("a device has no caches to store past");
  const int layers = 36 * Kokkos::DefaultHostExecutionSpace().concurrency() * Communicator().size();
  const Distributed system(make_problem(ProblemKind::poisson3d_7, {32, 32, layers}));
  CHECK(stores_of(system.system().rows, 32) == (can_stream ? Stores::streamed : Stores::cached));
  for (const std::string_view name : {"cg", "bicgstab", "ibicgstab"}) {
    const CatalogueRow& row = *find_method(name);
    INFO(name);
    const Solved fused = system.solve(row, {.width = 32, .fixed_iterations = 3});
    const Solved separate = system.solve(row, {.how = {.fuse = Fuse::no}, .width = 32, .fixed_iterations = 3});
    CHECK(same_bits(fused.outcome.residual_history, separate.outcome.residual_history));
    for (std::size_t j = 0; j < 32; ++j)
      CHECK(std::fabs(fused.true_norms[j] / fused.outcome.residual_history[3 * 32 + j] - 1) < 1e-10);
  }
}

TEST_CASE("reductions give bitwise the same residuals if the library adds in one order, and all are finished") {
  std::map<ReductionKind, SumOrder> orders;
  for (const ReductionKind kind : {ReductionKind::nonblocking, ReductionKind::point_to_point})
    orders[kind] = order_of_sums(kind, Communicator());
  for (const CatalogueRow& row : catalogue()) {
    const Distributed system(small_problem(row.family));
    const Solved blocking = system.solve(row, {});
    INFO(row.name);
    for (const auto& [kind, order] : orders) {
      const Solved other = system.solve(row, {.reduction = kind});
      const bool may_differ = order == SumOrder::different;
      CHECK((same_residuals(row, other, blocking, 1) || (may_differ && close_residuals(other, blocking, 1))));
      CHECK(std::count(other.events.begin(), other.events.end(), 'S') ==
            std::count(other.events.begin(), other.events.end(), 'F'));
    }
  }
}

TEST_CASE("formats agree up to rounding") {
  for (const CatalogueRow& row : catalogue()) {
    const Problem problem = small_problem(row.family);
    const Solved sell = Distributed(problem).solve(row, {});
    INFO(row.name);
    for (const MatrixLayout& layout : {MatrixLayout{MatrixFormat::crs, 8, 1}, MatrixLayout{MatrixFormat::sell, 32, 64},
                                       MatrixLayout{MatrixFormat::sell, 4, 7}})
      CHECK(largest_difference(Distributed(problem, layout).solve(row, {}).outcome, sell.outcome, 12, 1) < 1e-6);
  }
}

TEST_CASE("a fixed number of iterations continues beyond convergence without harm") {
  for (const CatalogueRow& row : catalogue()) {
    const Distributed system(small_problem(row.family));
    INFO(row.name);
    const Solved solved = system.solve(row, {.width = 2, .fixed_iterations = 121});
    CHECK(solved.outcome.iterations == 121);
    for (const double residual : solved.true_relative_residuals) CHECK(residual < 1e-6);
  }
}

TEST_CASE("no iterations, one iteration, and one unknown") {
  for (const CatalogueRow& row : catalogue()) {
    const Distributed system(small_problem(row.family));
    INFO(row.name);
    const Solved none = system.solve(row, {.max_iterations = 0});
    CHECK(none.outcome.iterations == 0);
    CHECK(none.outcome.endings.front() == Ending::iteration_limit);
    const Solved one = system.solve(row, {.max_iterations = 1});
    CHECK(one.outcome.iterations == 1);
    if (system.ranks().size() == 1) {
      const Distributed single(make_problem(ProblemKind::poisson3d_7, {1, 1, 1}));
      const Solved solved = single.solve(row, {});
      CHECK(solved.outcome.endings.front() == Ending::converged);
      CHECK(solved.outcome.iterations == 1);
      CHECK(solved.outcome.restarts == 0);
      CHECK(solved.outcome.residual_history.size() == 2);
      CHECK(solved.error < 1e-14);
    }
  }
}

}  // namespace minikrylov::test
