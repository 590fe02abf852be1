// The table of problems, invalid parameters, and complaints.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "problems/problem.hpp"
#include "problems/require.hpp"

using namespace minikrylov;

namespace {

/// The complaints about a problem; empty if it is accepted.
std::vector<std::string> complaints(ProblemKind kind, GridSize grid, const ProblemParameters& parameters = {}) {
  try {
    make_problem(kind, grid, parameters);
  } catch (const SetupError& error) {
    return error.messages();
  }
  return {};
}

}  // namespace

TEST_CASE("every problem has one row in the table, with a unique name and description") {
  std::set<std::string_view> names, descriptions;
  for (const ProblemProperties& metadata : problem_table) {
    CHECK(&properties_of(metadata.kind) == &metadata);
    CHECK(names.insert(metadata.name).second);
    CHECK(descriptions.insert(metadata.description).second);
  }
  CHECK(properties_of(ProblemKind::poisson3d_27).name == "poisson3d-27");
  CHECK(properties_of(ProblemKind::convection_diffusion).symmetry == Symmetry::general);
}

TEST_CASE("a problem keeps its grid, and a Péclet number if it has convection") {
  const Problem poisson = make_problem(ProblemKind::poisson3d_7, {2, 3, 4});
  CHECK(poisson.grid == GridSize{2, 3, 4});
  CHECK(poisson.rows() == 24);
  CHECK(make_problem(ProblemKind::elasticity3d, {2, 3, 4}).rows() == 3 * 24);
  CHECK(poisson.peclet == 0);
  CHECK(make_problem(ProblemKind::convection_diffusion, {4, 4, 1}).peclet == default_peclet);
  CHECK(make_problem(ProblemKind::convection_diffusion, {4, 4, 4}, {2.5}).peclet == 2.5);
  CHECK(make_problem(ProblemKind::convection_diffusion, {4, 4, 4}, {0.0}).peclet == 0);
}

TEST_CASE("what is invalid is refused, all at once") {
  constexpr LocalIndex largest = std::numeric_limits<LocalIndex>::max();
  CHECK(complaints(ProblemKind::poisson3d_7, {1, 1, 1}).empty());
  CHECK(complaints(ProblemKind::poisson3d_7, {0, 4, 4}).size() == 1);
  CHECK(complaints(ProblemKind::poisson3d_7, {4, -1, 4}).size() == 1);
  CHECK(complaints(ProblemKind::poisson3d_7, {largest, largest, largest}).size() == 1);
  CHECK(complaints(ProblemKind::poisson2d_5, {4, 4, 2}).size() == 1);
  CHECK(complaints(ProblemKind::poisson2d_5, {4, 4, 1}).empty());
  CHECK(complaints(ProblemKind::fe2d_9, {1, 1, 1}).empty());
  CHECK(complaints(ProblemKind::elasticity2d, {2, 2, 1}).empty());
  CHECK(complaints(ProblemKind::elasticity2d, {2, 1, 1}).size() == 1);
  CHECK(complaints(ProblemKind::elasticity3d, {2, 2, 2}).empty());
  CHECK(complaints(ProblemKind::elasticity3d, {4, 4, 1}).size() == 1);
  CHECK(complaints(ProblemKind::poisson3d_7, {1 << 20, 1 << 20, 1 << 13}).empty());
  CHECK(complaints(ProblemKind::elasticity3d, {1 << 20, 1 << 20, 1 << 13}).size() == 1);
  CHECK(complaints(ProblemKind::poisson3d_7, {4, 4, 4}, {1.0}).size() == 1);
  CHECK(complaints(ProblemKind::poisson2d_5, {4, 4, 2}, {-1.0}).size() == 3);
  for (const double peclet : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK(complaints(ProblemKind::convection_diffusion, {4, 4, 4}, {peclet}).size() == 1);
}

TEST_CASE("complaints are collected in order and thrown together") {
  Complaints none;
  none.unless(true, "never {}", "said");
  CHECK_NOTHROW(none.raise());

  Complaints several;
  several.unless(false, "size {} (too small) give more", 0);
  several.unless(true, "fine");
  several.add(SetupError({"second", "third"}));
  const std::vector<std::string> expected{"size 0 (too small) give more", "second", "third"};
  CHECK(several.messages() == expected);
  try {
    several.raise();
    FAIL("nothing was thrown");
  } catch (const SetupError& error) {
    CHECK(error.messages() == expected);
    CHECK(std::string(error.what()) == "size 0 (too small) give more\nsecond\nthird");
  }
}

TEST_CASE("require throws its formatted message unless all is well") {
  CHECK_NOTHROW(require(true, "no"));
  try {
    require(false, "{} of {}", 1, "two");
    FAIL("nothing was thrown");
  } catch (const SetupError& error) {
    CHECK(error.messages() == std::vector<std::string>{"1 of two"});
  }
}
