// Several unknowns per point over ranks: rows know their numbers, and the known displacements are found.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

/// Uneven in every direction, so that boxes, cuts and chunks are uneven, too.
std::vector<Problem> bodies() {
  return {make_problem(ProblemKind::elasticity2d, {9, 7, 1}), make_problem(ProblemKind::elasticity3d, {6, 5, 4})};
}

/// The displacement of the unknown with this global number: 1 along the last axis, -ν across, or as in plane strain.
double displacement(const Problem& problem, GlobalIndex number) {
  const int dofs = problem.dofs(), c = static_cast<int>(number % dofs);
  const GridPoint p = natural_point(problem.grid, number / dofs);
  const double strain = dofs == 3 ? (c == 2 ? 1 : -0.3) : (c == 1 ? 1 - 0.09 : -0.39);
  return strain * (c == 0 ? p.x : c == 1 ? p.y : p.z);
}

double largest_difference_from_displacements(const Problem& problem, const System& system) {
  const auto numbers = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), system.global_number);
  const auto solution = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), system.solution);
  double largest = 0;
  for (LocalIndex i = 0; i < system.rows; ++i)
    largest = std::fmax(largest, std::fabs(solution(i) - displacement(problem, numbers(i))));
  return largest;
}

}  // namespace

TEST_CASE("rows with several unknowns per point know their numbers, sorted or not") {
  for (const Problem& problem : bodies())
    for (const LocalIndex sigma : {1, 32}) {
      const Distributed distributed(problem, {.sigma = sigma});
      const System& system = distributed.system();
      INFO(properties_of(problem.kind).name << ", sigma " << sigma);
      CHECK(system.dofs == problem.dofs());
      CHECK(distributed.ranks().reduce(system.rows, ReduceBy::sum) == static_cast<double>(problem.rows()));
      CHECK(distributed.ranks().reduce(system.rows % system.dofs + system.ghosts % system.dofs, ReduceBy::sum) == 0);
      const double difference = largest_difference_from_displacements(problem, system);
      CHECK(distributed.ranks().reduce(difference, ReduceBy::maximum) < 1e-13);
    }
}

TEST_CASE("every method for symmetric matrices finds the displacements of a body in tension") {
  for (const Problem& problem : bodies())
    for (const MatrixLayout& layout :
         {MatrixLayout{}, MatrixLayout{.sigma = 16}, MatrixLayout{MatrixFormat::crs},
          MatrixLayout{MatrixFormat::sell_block}, MatrixLayout{MatrixFormat::sell_block, 32, 64}}) {
      const Distributed system(problem, layout);
      for (const CatalogueRow& row : catalogue()) {
        if (row.family != Family::cg) continue;
        INFO(properties_of(problem.kind).name << ", " << row.name);
        const Solved solved = system.solve(row, {.width = 2});
        for (const Ending ending : solved.outcome.endings) CHECK(ending == Ending::converged);
        for (const double residual : solved.true_relative_residuals)
          CHECK(residual < 2e-9);  // plcg is stopped by another norm
        CHECK(solved.error < 1e-7);
      }
    }
}

}  // namespace minikrylov::test
