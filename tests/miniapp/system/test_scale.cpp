// Systems of any scale: methods, endings and norms know nothing of it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <random>

#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

using Catch::Matchers::ContainsSubstring;

Array<double> times_power_of_two(const Array<double>& array, int exponent) {
  const Array<double> product("2^k a", array.extent(0));
  Kokkos::parallel_for(
      "2^k a", Kokkos::RangePolicy<Exec>(0, array.extent(0)),
      KOKKOS_LAMBDA(int k) { product(k) = Kokkos::pow(2.0, exponent) * array(k); });
  return product;
}

/// A small system that the methods of a family can solve, with 2^of_A A and 2^of_b b.
Distributed system_times(Family family, int of_A, int of_b) {
  const Problem problem = family == Family::cg
                              ? make_problem(ProblemKind::poisson3d_7, {7, 6, 9})
                              : make_problem(ProblemKind::convection_diffusion, {7, 6, 9}, {.peclet = 20});
  const Communicator ranks;
  const Partition partition = make_partition(problem.grid, ranks.size(), std::nullopt, problem.dofs());
  AssembledRows assembled = assemble_rows(problem, partition, ranks.rank());
  assembled.rows.values = times_power_of_two(assembled.rows.values, of_A);
  assembled.rows.rhs = times_power_of_two(assembled.rows.rhs, of_b);
  assembled.rows.solution = times_power_of_two(assembled.rows.solution, of_b - of_A);
  return Distributed(assembled);
}

/// Each number is 2^exponent times that of `ordinary`, bit for bit; what is unknown there is unknown.
bool is_power_times(const std::vector<double>& scaled, int exponent, const std::vector<double>& ordinary) {
  if (scaled.size() != ordinary.size()) return false;
  for (std::size_t e = 0; e < scaled.size(); ++e)
    if (scaled[e] != std::ldexp(ordinary[e], exponent) && !(std::isnan(scaled[e]) && std::isnan(ordinary[e])))
      return false;
  return true;
}

/// All ranks throw it alike.
std::string complaint(int of_A, int of_b) {
  try {
    system_times(Family::cg, of_A, of_b);
  } catch (const SetupError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a power of two times A or b changes no iteration and no digit") {
  std::mt19937 numbers(2026);
  std::uniform_int_distribution<int> halves(-240, 240);  // the natural norm takes the root of a power of A's scale
  for (const CatalogueRow& row : catalogue()) {
    if (!repeats_exactly(row)) continue;
    const Distributed plain = system_times(row.family, 0, 0);
    const Solved ordinary = plain.solve(row, {});
    CHECK(plain.system().scale.matrix == 0);
    CHECK(plain.system().scale.rhs == 0);
    for (int sample = 0; sample < 4; ++sample) {
      const int of_A = 2 * halves(numbers), of_b = 2 * halves(numbers);
      const Distributed system = system_times(row.family, of_A, of_b);
      const Solved solved = system.solve(row, {});
      const ScaleExponents scale = system.system().scale;
      INFO(row.name << ", 2^" << of_A << " A, 2^" << of_b << " b");
      CHECK(solved.outcome.endings == ordinary.outcome.endings);
      CHECK(solved.outcome.iterations_of == ordinary.outcome.iterations_of);
      CHECK(solved.outcome.restarts == ordinary.outcome.restarts);
      CHECK(solved.true_relative_residuals == ordinary.true_relative_residuals);
      CHECK(solved.error == ordinary.error);
      CHECK(is_power_times(solved.x, of_b + scale.rhs - of_A - scale.matrix, ordinary.x));
      const int in_norm = row.norms == KnownNorms::natural ? (of_A + scale.matrix) / 2 : 0;
      CHECK(is_power_times(solved.outcome.residual_history, of_b + scale.rhs - in_norm,
                           ordinary.outcome.residual_history));
      CHECK(std::abs(std::ilogb(solved.outcome.residual_history[0])) < 100);
    }
  }
}

TEST_CASE("beyond what can be squared a system is refused by name") {
  CHECK(complaint(0, 0).empty());
  CHECK(complaint(490, -490).empty());
  CHECK_THAT(complaint(499, 0), ContainsSubstring("the largest entry of the matrix is"));
  CHECK_THAT(complaint(-520, 0), ContainsSubstring("the largest entry of the matrix is"));
  CHECK_THAT(complaint(0, 505), ContainsSubstring("the largest entry of the right-hand side is"));
  CHECK_THAT(complaint(2000, 0), ContainsSubstring("inf"));
}

TEST_CASE("norms are right where their squares are not") {
  const Communicator ranks;
  const Vector x = make_vector("x", 3, 0, 3);
  const auto host = Kokkos::create_mirror_view(x.data);
  const double values[] = {3e-200, 0, 1e308, 4e-200, 0, 0, 0, 0, 0};  // row by row
  std::copy(std::begin(values), std::end(values), host.data());
  Kokkos::deep_copy(x.data, host);
  const double root = std::sqrt(ranks.size());
  const Scalars norm = norms(x, {ResidualNorm::unpreconditioned, Identity()}, ranks);
  CHECK(std::fabs(norm[0] / (5e-200 * root) - 1) < 1e-14);
  CHECK(norm[1] == 0);
  if (ranks.size() == 1) CHECK(norm[2] == 1e308);
}

}  // namespace minikrylov::test
