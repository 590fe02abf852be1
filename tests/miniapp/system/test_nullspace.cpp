// Consistent singular systems: no-flux conditions on all sides, so that A maps constants to zero.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numeric>

#include "miniapp/system/nullspace.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

constexpr int points_x = 14, points_y = 11;

/// Fluxes between the points of a grid, none across its boundary; `wind` > 0: more of it to the next point than back.
SparseMatrix without_outflow(double wind) {
  SparseMatrix matrix{points_x * points_y, {0}, {}, {}};
  for (int i = 0; i < matrix.rows; ++i) {
    const int x = i % points_x, y = i / points_x;
    std::vector<std::pair<int, double>> row;
    if (y > 0) row.emplace_back(i - points_x, -1);
    if (x > 0) row.emplace_back(i - 1, -1 - wind);
    row.emplace_back(i, 0);
    if (x + 1 < points_x) row.emplace_back(i + 1, -1);
    if (y + 1 < points_y) row.emplace_back(i + points_x, -2);
    if (y > 0) row.front().second = -2;
    double diagonal = 0;
    for (const auto& [column, value] : row) diagonal -= value;
    for (const auto& [column, value] : row) {
      matrix.columns.push_back(column);
      matrix.values.push_back(column == i ? diagonal : value);
    }
    matrix.offsets.push_back(static_cast<Offset>(matrix.values.size()));
  }
  return matrix;
}

Distributed distributed(const SparseMatrix& matrix) {
  return Distributed(matrix, block_owners(matrix.rows, Communicator().size()));
}

double mean(const std::vector<double>& x, const Communicator& ranks) {
  return ranks.reduce(std::accumulate(x.begin(), x.end(), 0.0), ReduceBy::sum) / (points_x * points_y);
}

}  // namespace

TEST_CASE(
    "a matrix whose rows add up to zero has the null space of constants, and a right-hand side that is not zero") {
  for (const double wind : {0.0, 0.5}) {
    const Distributed system = distributed(without_outflow(wind));
    CHECK(system.system().nullspace == Nullspace::constant);
    const Solved none = system.solve(*find_method("bicgstab"), {.max_iterations = 0});
    CHECK(none.outcome.residual_history[0] > 0.1);
  }
  SparseMatrix regular = without_outflow(0);
  regular.values[0] += 1e-6;
  CHECK(distributed(regular).system().nullspace == Nullspace::none);
}

TEST_CASE("all methods solve a singular system, with and without a projection") {
  for (const CatalogueRow& row : catalogue()) {
    const Distributed system = distributed(without_outflow(row.family == Family::cg ? 0 : 0.5));
    for (const Nullspace nullspace : {Nullspace::none, Nullspace::constant})
      for (const int width : {1, 2}) {
        const Solved solved = system.solve(row, {.width = width, .nullspace = nullspace, .restarts = 5});
        INFO(row.name << ", " << width << " right-hand sides, " << static_cast<int>(nullspace));
        CHECK(solved.outcome.worst() == Ending::converged);
        for (const double residual : solved.true_relative_residuals) CHECK(residual < 2e-9);
        CHECK(solved.error < 1e-6);  // but for a constant
        if (nullspace == Nullspace::constant && row.preconditioning == Preconditioning::any && width == 1)
          CHECK(std::fabs(mean(solved.x, system.ranks())) < 1e-12);
      }
  }
}

TEST_CASE("what a preconditioner returns without constants has no mean, on any number of ranks and columns") {
  const Distributed system = distributed(without_outflow(0));
  const System& known = system.system();
  for (const int width : {1, 3}) {
    const Vector r = make_vector("r", known.rows, known.ghosts, width), z = make_vector("z", known.rows, 0, width);
    fill_pseudo_random(known.global_number, r);
    const WithoutConstants M(std::make_unique<Jacobi>(known.diagonal), known, system.ranks());
    M.apply(r, z, nullptr);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), z.data);
    const std::vector<double> all(host.data(), host.data() + z.elements());
    const double largest = *std::max_element(all.begin(), all.end());
    CHECK(std::fabs(mean(all, system.ranks())) < 1e-14);
    CHECK(system.ranks().reduce(largest, ReduceBy::maximum) > 0.01);
  }
}

}  // namespace minikrylov::test
