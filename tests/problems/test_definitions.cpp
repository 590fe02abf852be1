// Matrices agree with their definitions: entries, right-hand sides, signs, symmetry.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "tests/problems/systems.hpp"

using namespace minikrylov;
using namespace minikrylov::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

std::vector<double> row_sums(const Entries& matrix, GlobalIndex rows) {
  return multiply(matrix, std::vector<double>(rows, 1.0));
}

/// Displacements under a tension of 1 along the last axis, by Hooke's law with E = 1 and ν = 0.3; in two dimensions the
/// strain in z is zero, so the stress in z is ν.
std::vector<double> tension(const Problem& problem) {
  const bool flat = problem.dofs() == 2;
  const double across = flat ? -0.3 - 0.3 * 0.3 : -0.3, along = flat ? 1 - 0.3 * 0.3 : 1;
  std::vector<double> displacements;
  for (const GridPoint p : points_of(whole(problem.grid))) {
    displacements.push_back(across * p.x);
    displacements.push_back((flat ? along : across) * p.y);
    if (!flat) displacements.push_back(along * p.z);
  }
  return displacements;
}

void check_close(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) CHECK_THAT(a[i], WithinAbs(b[i], tolerance));
}

void check_entries(const Entries& matrix, const Entries& expected) {
  REQUIRE(matrix.size() == expected.size());
  for (const auto& [at, value] : expected) {
    CAPTURE(at.first, at.second);
    REQUIRE(matrix.contains(at));
    CHECK_THAT(matrix.at(at), WithinRel(value, 1e-14));
  }
}

}  // namespace

TEST_CASE("entries agree with the definitions") {
  for (const Problem& problem : all_problems()) {
    if (problem.kind == ProblemKind::poisson3d_125 || problem.dofs() > 1) continue;
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    check_entries(assemble_whole(problem).matrix, matrix_of(problem));
  }
}

TEST_CASE("the 125-point matrix is the 27-point matrix times itself") {
  for (const GridSize grid : {GridSize{1, 1, 1}, {2, 1, 1}, {3, 2, 1}, {5, 1, 3}, {5, 4, 3}, {6, 6, 6}}) {
    CAPTURE(grid.x, grid.y, grid.z);
    const Entries root = assemble_whole(make_problem(ProblemKind::poisson3d_27, grid)).matrix;
    const Entries square = assemble_whole(make_problem(ProblemKind::poisson3d_125, grid)).matrix;
    REQUIRE(square == multiply(root, root, grid.points()));
  }
}

TEST_CASE("an interior row of the 125-point matrix has 125 entries that add up to zero") {
  const GridSize grid{9, 9, 9};
  const Entries matrix = assemble_whole(make_problem(ProblemKind::poisson3d_125, grid)).matrix;
  const GlobalIndex centre = number(grid, 4, 4, 4);
  int entries = 0;
  double sum = 0;
  for (const auto& [at, value] : matrix) {
    if (at.first != centre) continue;
    ++entries;
    sum += value;
  }
  CHECK(entries == 125);
  CHECK(sum == 0);
  CHECK(matrix.at({centre, centre}) == 26 * 26 + 26);
}

TEST_CASE("the right-hand side is A times the known solution") {
  for (const Problem& problem : all_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    const std::vector<double> solution = to_host(assemble(problem, whole(problem.grid)).solution);
    if (properties_of(problem.kind).solution == KnownSolution::none) {
      CHECK(solution.empty());
      continue;
    }
    if (properties_of(problem.kind).solution == KnownSolution::ones)
      CHECK(solution == std::vector<double>(problem.rows(), 1.0));
    else
      check_close(solution, tension(problem), 1e-14);
    const System system = assemble_whole(problem);
    check_close(system.rhs, multiply(system.matrix, solution), 1e-11);
  }
}

TEST_CASE("matrices are symmetric where the table says so, and M-matrices where they should be") {
  for (const Problem& problem : all_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    const Entries matrix = assemble_whole(problem).matrix;
    const bool symmetric = properties_of(problem.kind).symmetry == Symmetry::symmetric;
    const bool monotone = problem.kind != ProblemKind::poisson3d_125 && problem.dofs() == 1;
    for (const auto& [at, value] : matrix) {
      REQUIRE(matrix.contains({at.second, at.first}));
      if (symmetric) CHECK(matrix.at({at.second, at.first}) == value);
      if (at.first == at.second) CHECK(value > 0);
      if (at.first != at.second && monotone) CHECK(value < 0);
    }
    if (!monotone) continue;
    for (const double sum : row_sums(matrix, problem.rows())) CHECK(sum > -1e-12);
  }
}

TEST_CASE("convection makes the matrix unsymmetric; without it the matrix is Poisson's") {
  const GridSize grid{4, 3, 2};
  const Entries still = assemble_whole(make_problem(ProblemKind::convection_diffusion, grid, {0.0})).matrix;
  CHECK(still == assemble_whole(make_problem(ProblemKind::poisson3d_7, grid)).matrix);
  const GridSize flat{4, 3, 1};
  const Entries still_flat = assemble_whole(make_problem(ProblemKind::convection_diffusion, flat, {0.0})).matrix;
  CHECK(still_flat == assemble_whole(make_problem(ProblemKind::poisson2d_5, flat)).matrix);

  for (const double peclet : {1e-3, 1.0, 1e6}) {
    const Entries matrix = assemble_whole(make_problem(ProblemKind::convection_diffusion, grid, {peclet})).matrix;
    for (const auto& [at, value] : matrix) {
      CHECK((at.first == at.second ? value > 0 : value < 0));
      // Downwind -1; upwind, the cell width is 1/5 and the velocity 1/√3.
      if (at.first < at.second) CHECK(value == -1);
      if (at.first > at.second) CHECK_THAT(value, WithinRel(-1 - peclet / 5 / std::sqrt(3.0), 1e-14));
    }
  }
}

TEST_CASE("finite volumes: flux leaves through the face z = max only") {
  for (const GridSize grid : {GridSize{1, 1, 1}, {3, 1, 1}, {4, 3, 5}, {1, 2, 7}}) {
    CAPTURE(grid.x, grid.y, grid.z);
    const System system = assemble_whole(make_problem(ProblemKind::poisson3d_fvm, grid));
    // For φ = 1 there is no flux between cells, 2 per cell through the top face, and none through the others.
    const std::vector<double> sums = row_sums(system.matrix, grid.points());
    double total = 0;
    for (const GridPoint p : points_of(whole(grid))) {
      const GlobalIndex row = number(grid, p.x, p.y, p.z);
      CHECK(sums[row] == (p.z == grid.z - 1 ? 2 : 0));
      CHECK(system.rhs[row] == p.x + p.y + p.z + 3);
      total += sums[row];
    }
    CHECK(total == 2.0 * grid.x * grid.y);
  }
}
