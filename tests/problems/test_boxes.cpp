// Assembly box by box: together the boxes are the whole system, and their ghosts are right.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <set>

#include "problems/estimate.hpp"
#include "problems/require.hpp"
#include "tests/problems/systems.hpp"

using namespace minikrylov;
using namespace minikrylov::test;

namespace {

/// Cuts 0 … size at up to three random places, to get uneven boxes.
std::vector<LocalIndex> random_cuts(LocalIndex size, std::mt19937& random) {
  std::set<LocalIndex> cuts{0, size};
  for (int i = 0; i < 3; ++i) cuts.insert(static_cast<LocalIndex>(random() % (size + 1)));
  return {cuts.begin(), cuts.end()};
}

std::vector<Box> random_boxes(GridSize grid, std::mt19937& random) {
  const auto xs = random_cuts(grid.x, random), ys = random_cuts(grid.y, random), zs = random_cuts(grid.z, random);
  std::vector<Box> boxes;
  for (std::size_t z = 1; z < zs.size(); ++z)
    for (std::size_t y = 1; y < ys.size(); ++y)
      for (std::size_t x = 1; x < xs.size(); ++x)
        boxes.push_back({{xs[x - 1], ys[y - 1], zs[z - 1]}, {xs[x], ys[y], zs[z]}});
  return boxes;
}

/// Ghosts are the columns outside the box: each once, ascending, none unused.
void check_ghosts(GridSize grid, const Box& box, const Rows& rows) {
  REQUIRE(std::is_sorted(rows.ghosts.begin(), rows.ghosts.end()));
  REQUIRE(std::adjacent_find(rows.ghosts.begin(), rows.ghosts.end()) == rows.ghosts.end());
  const std::vector<GlobalIndex> numbers = global_columns(grid, box, rows);
  REQUIRE(std::set<GlobalIndex>(numbers.begin(), numbers.end()).size() == numbers.size());
  std::set<LocalIndex> named;
  for (const LocalIndex column : to_host(rows.columns))
    if (column >= rows.rows) named.insert(column);
  REQUIRE(named.size() == rows.ghosts.size());
}

/// Columns of a row ascend strictly by global number.
void check_order(GridSize grid, const Box& box, const Rows& rows) {
  const HostRows host = to_host(rows);
  const std::vector<GlobalIndex> numbers = global_columns(grid, box, rows);
  REQUIRE(host.offsets.front() == 0);
  REQUIRE(host.offsets.back() == rows.nonzeros());
  for (LocalIndex i = 0; i < rows.rows; ++i)
    for (Offset e = host.offsets[i] + 1; e < host.offsets[i + 1]; ++e)
      REQUIRE(numbers.at(host.columns[e - 1]) < numbers.at(host.columns[e]));
}

GlobalIndex bytes_of(const Rows& rows) {
  return static_cast<GlobalIndex>(rows.offsets.span() * sizeof(Offset) + rows.columns.span() * sizeof(LocalIndex) +
                                  rows.values.span() * sizeof(double) + rows.rhs.span() * sizeof(double) +
                                  rows.solution.span() * sizeof(double) + rows.ghosts.size() * sizeof(GlobalIndex));
}

void check_boxes(const Problem& problem, const std::vector<Box>& boxes) {
  System system{{}, std::vector<double>(problem.rows())};
  GlobalIndex nonzeros = 0;
  for (const Box& box : boxes) {
    CAPTURE(box.begin.x, box.begin.y, box.begin.z, box.end.x, box.end.y, box.end.z);
    const Rows rows = assemble(problem, box);
    REQUIRE(rows.rows == box.size().points() * problem.dofs());
    REQUIRE(rows.nonzeros() == count_nonzeros(problem, box));
    REQUIRE(bytes_of(rows) <= assembly_bytes(problem, box));
    check_ghosts(problem.grid, box, rows);
    check_order(problem.grid, box, rows);
    glue(problem.grid, box, rows, system);
    nonzeros += rows.nonzeros();
  }
  const System expected = assemble_whole(problem);
  REQUIRE(nonzeros == count_nonzeros(problem));
  REQUIRE(system.matrix == expected.matrix);
  REQUIRE(system.rhs == expected.rhs);
}

}  // namespace

TEST_CASE("boxes cut anywhere give the same system bit for bit") {
  std::mt19937 random(7);
  for (const Problem& problem : all_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    for (int cut = 0; cut < 4; ++cut) check_boxes(problem, random_boxes(problem.grid, random));
  }
}

TEST_CASE("boxes of single points give the same system") {
  for (const Problem& problem : all_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    std::vector<Box> boxes;
    for (const GridPoint p : points_of(whole(problem.grid))) boxes.push_back({p, {p.x + 1, p.y + 1, p.z + 1}});
    check_boxes(problem, boxes);
  }
}

TEST_CASE("boxes larger than a row block give the same system") {
  const GridSize grid{40, 30, 5};
  const std::vector<Box> boxes{{{0, 0, 0}, {23, 30, 5}}, {{23, 0, 0}, {40, 30, 5}}};
  check_boxes(make_problem(ProblemKind::poisson3d_7, grid), boxes);
  check_boxes(make_problem(ProblemKind::poisson3d_125, grid), boxes);
  check_boxes(make_problem(ProblemKind::elasticity3d, grid), boxes);
}

TEST_CASE("the whole grid has no ghosts, and an inner box those of its stencil") {
  const GridSize grid{9, 9, 9};
  const Box inner{{3, 3, 3}, {6, 6, 6}};
  const auto ghosts = [&](ProblemKind kind, const Box& box) {
    return assemble(make_problem(kind, grid), box).ghosts.size();
  };
  CHECK(ghosts(ProblemKind::poisson3d_7, whole(grid)) == 0);
  CHECK(ghosts(ProblemKind::poisson3d_125, whole(grid)) == 0);
  CHECK(ghosts(ProblemKind::poisson3d_7, inner) == 6 * 9);
  CHECK(ghosts(ProblemKind::poisson3d_fvm, inner) == 6 * 9);
  CHECK(ghosts(ProblemKind::convection_diffusion, inner) == 6 * 9);
  CHECK(ghosts(ProblemKind::poisson3d_27, inner) == 125 - 27);
  CHECK(ghosts(ProblemKind::poisson3d_125, inner) == 343 - 27);
  CHECK(ghosts(ProblemKind::elasticity3d, whole(grid)) == 0);
  CHECK(ghosts(ProblemKind::elasticity3d, inner) == 3 * (125 - 27));
}

TEST_CASE("nonzeros follow the formulas") {
  const auto nonzeros = [](ProblemKind kind, GridSize grid) { return count_nonzeros(make_problem(kind, grid)); };
  CHECK(nonzeros(ProblemKind::poisson2d_5, {10, 20, 1}) == 5 * 200 - 2 * (10 + 20));
  CHECK(nonzeros(ProblemKind::poisson3d_7, {10, 20, 30}) == 7 * 6000 - 2 * (200 + 300 + 600));
  CHECK(nonzeros(ProblemKind::poisson3d_fvm, {10, 20, 30}) == 7 * 6000 - 2 * (200 + 300 + 600));
  CHECK(nonzeros(ProblemKind::poisson3d_27, {10, 20, 30}) == GlobalIndex{28} * 58 * 88);
  CHECK(nonzeros(ProblemKind::poisson3d_125, {10, 20, 30}) == GlobalIndex{44} * 94 * 144);
  CHECK(nonzeros(ProblemKind::poisson3d_125, {1, 1, 2}) == 4);
  CHECK(nonzeros(ProblemKind::fe2d_9, {10, 20, 1}) == GlobalIndex{28} * 58);
  CHECK(nonzeros(ProblemKind::elasticity2d, {10, 20, 1}) == GlobalIndex{4} * 28 * 58);
  CHECK(nonzeros(ProblemKind::elasticity3d, {10, 20, 30}) == GlobalIndex{9} * 28 * 58 * 88);
  CHECK(nonzeros(ProblemKind::poisson3d_27, {100000, 100000, 100000}) == GlobalIndex{299998} * 299998 * 299998);
}

TEST_CASE("boxes that cannot be assembled are refused") {
  const Problem problem = make_problem(ProblemKind::poisson3d_7, {4, 4, 4});
  CHECK_THROWS_AS(assemble(problem, {{0, 0, 0}, {4, 4, 5}}), SetupError);
  CHECK_THROWS_AS(assemble(problem, {{-1, 0, 0}, {4, 4, 4}}), SetupError);
  CHECK_THROWS_AS(assemble(problem, {{2, 0, 0}, {2, 4, 4}}), SetupError);
  const Problem huge = make_problem(ProblemKind::poisson3d_7, {2000, 2000, 2000});
  CHECK_THROWS_AS(assemble(huge, whole(huge.grid)), SetupError);
  const Problem elastic = make_problem(ProblemKind::elasticity3d, {1000, 1000, 1000});  // 10⁹ points fit, rows do not
  CHECK_THROWS_AS(assemble(elastic, whole(elastic.grid)), SetupError);
}
