// What a method claims at its end is checked against A, M and b - A x.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "miniapp/methods/methods.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

/// Tridiagonal, with -`beside` beside the diagonal, which grows from row to row.
SparseMatrix tridiagonal(LocalIndex rows, double diagonal, double beside, double growth = 0) {
  SparseMatrix matrix{.rows = rows, .offsets = {0}, .columns = {}, .values = {}};
  for (LocalIndex i = 0; i < rows; ++i) {
    for (LocalIndex j = std::max(0, i - 1); j <= std::min(rows - 1, i + 1); ++j) {
      matrix.columns.push_back(j);
      matrix.values.push_back(i == j ? diagonal + growth * i : -beside);
    }
    matrix.offsets.push_back(static_cast<Offset>(matrix.columns.size()));
  }
  return matrix;
}

/// Dense, with the eigenvalues 1, c^⅓, c^⅔ and c, and eigenvectors turned by `angle` in each of six planes.
SparseMatrix turned_diagonal(double c, double angle) {
  constexpr int rows = 4;
  std::array<std::array<double, rows>, rows> q{};
  for (int i = 0; i < rows; ++i) q[i][i] = 1;
  for (int a = 0; a < rows; ++a)
    for (int b = a + 1; b < rows; ++b) {
      const double cosine = std::cos(angle * (1 + a + 2 * b)), sine = std::sin(angle * (1 + a + 2 * b));
      for (auto& row : q) {
        const double before = row[a];
        row[a] = cosine * before - sine * row[b];
        row[b] = sine * before + cosine * row[b];
      }
    }
  SparseMatrix matrix{.rows = rows, .offsets = {0}, .columns = {}, .values = {}};
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rows; ++j) {
      double value = 0;
      for (int k = 0; k < rows; ++k) value += std::pow(c, k / 3.0) * (q[i][k] * q[j][k]);
      matrix.columns.push_back(j);
      matrix.values.push_back(value);
    }
    matrix.offsets.push_back(rows * (i + 1));
  }
  return matrix;
}

/// Solves 4 x = b, but believes that a tenth of the residual is left, and then sees the sum that ends it as `claim`.
template <Ending claim> Outcome unaware(const Operator&, const Preconditioner&, Env& env) {
  auto [b, x, r] = env.vectors("r");
  auto [quarter] = coefficients("1/4");
  GlobalSums sum(env, "ρ");
  Kernels& k = env.kernels;
  quarter = 0.25;
  const auto [rho] = sum.of(k.run(r = b, dot(r, r)));
  if (env.stop(0, rho)) return env.outcome();
  k.run(x = quarter * b);
  if (env.stop(1, 0.01 * rho)) return env.outcome();
  env.positive(0.0 * rho, claim);
  return env.outcome();
}

/// Gets nowhere in 40 iterations, and blames the matrix.
Outcome blames(const Operator&, const Preconditioner&, Env& env) {
  auto [b, x, r] = env.vectors("r");
  GlobalSums sum(env, "ρ");
  const auto [rho] = sum.of(env.kernels.run(r = b, dot(r, r)));
  for (int i = 0; i <= 40; ++i)
    if (env.stop(i, rho)) return env.outcome();
  env.positive(-1.0 * rho, Ending::indefinite_matrix);
  return env.outcome();
}

/// Solves 4 x = b but for 1.5e-6 of b. The first attempt believes that there is less of the first column; others get no
/// further.
Outcome nearly(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r] = env.vectors("r");
  auto [quarter] = coefficients("1/4");
  GlobalSums sum(env, "ρ");
  Kernels& k = env.kernels;
  quarter = 0.25 * (1 - 1.5e-6);
  k.run(r = b - A * x);
  const auto [rho] = sum.of(k.run(dot(r, r)));
  if (env.stop(0, rho)) return env.outcome();
  k.run(x = quarter * b);
  Scalars believed = rho;
  if (rho[0] > 1) believed[0] = 1e-14 * rho[0];
  if (env.stop(1, believed)) return env.outcome();
  env.nonzero(0.0 * rho, Ending::breakdown_rho);
  return env.outcome();
}

/// How a solve with `method` ends.
Ending ending_of(Method method, const SparseMatrix& matrix) {
  CatalogueRow row = *find_method("cg");
  row.method = method;
  const Distributed system(matrix, block_owners(matrix.rows, Communicator().size()));
  return system.solve(row, {}).outcome.worst();
}

}  // namespace

TEST_CASE("CG methods solve systems of a few rows, where the last steps are nothing but rounding") {
  for (const double growth : {0.25, 0.5, 1.0, 2.0})
    for (LocalIndex rows = 4; rows <= 14; ++rows) {
      const Distributed system(tridiagonal(rows, 2, 1, growth), block_owners(rows, Communicator().size()));
      for (const CatalogueRow& row : catalogue()) {
        if (row.family != Family::cg) continue;
        const Outcome outcome = system.solve(row, {}).outcome;
        INFO(row.name << ", " << rows << " rows, " << growth << ": " << name_of(outcome.worst()));
        CHECK(outcome.worst() == Ending::converged);
        CHECK(outcome.iterations <= 2 * rows);
      }
    }
}

TEST_CASE("CG methods solve dense systems of four rows, whatever signs rounding gives to their last steps") {
  constexpr int angles = 100, of_all_methods = 10;
  for (const double condition : {10.0, 100.0, 1000.0})
    for (int k = 0; k < angles; ++k) {
      const Distributed system(turned_diagonal(condition, 0.1 + 0.37 * k), block_owners(4, Communicator().size()));
      for (const CatalogueRow& row : catalogue()) {
        // Of the others, signs are those of sums over vectors, or of one step's recurrence.
        if (row.family != Family::cg || (!row.name.starts_with("pipe2cg") && k >= of_all_methods)) continue;
        for (const PreconditionerChoice M : {PreconditionerChoice::none, PreconditionerChoice::jacobi}) {
          const Solved solved = system.solve(row, {.preconditioner = M, .rtol = 1e-6});
          INFO(row.name << ", " << name_of(M) << ", condition " << condition << ", angle " << k << ": "
                        << name_of(solved.outcome.worst()) << " at " << solved.true_relative_residuals[0]);
          CHECK(solved.outcome.worst() == Ending::converged);
        }
      }
    }
}

TEST_CASE("an x that follows a step behind is that of the last iterate, however its solve ends") {
  constexpr LocalIndex rows = 40;
  const auto owners = block_owners(rows, Communicator().size());
  const Distributed definite(tridiagonal(rows, 2, 1, 0.1), owners), indefinite(tridiagonal(rows, 1, 1), owners);
  const Setting endings[] = {{.fixed_iterations = 1}, {.fixed_iterations = 5}, {.max_iterations = 3},
                             {.rtol = 1e-2},          {.rtol = 1e-7},          {.rtol = 1e-3, .fixed_iterations = 30}};
  for (const char* name : {"cg", "pcg"})
    for (const int width : {1, 3})
      for (const Distributed* system : {&definite, &indefinite})
        for (Setting setting : endings) {
          setting.width = width;
          const Solved solved = system->solve(*find_method(name), setting);
          const std::vector<double>& norms = solved.outcome.residual_history;
          for (int j = 0; j < width; ++j) {
            INFO(name << ", side " << j << " of " << width << ": " << name_of(solved.outcome.endings[j]) << " after "
                      << solved.outcome.iterations_of[j]);
            CHECK(std::abs(norms[norms.size() - width + j] - solved.true_norms[j]) <= 1e-12 * norms[j]);
          }
        }
}

TEST_CASE("what is solved has converged, whatever its recurrence says") {
  const SparseMatrix four = tridiagonal(30, 4, 0);
  CHECK(ending_of(unaware<Ending::indefinite_preconditioner>, four) == Ending::converged);
  CHECK(ending_of(unaware<Ending::indefinite_matrix>, four) == Ending::converged);
  CHECK(ending_of(unaware<Ending::breakdown_square_root>, four) == Ending::converged);
  CHECK(ending_of(unaware<Ending::indefinite_matrix>, tridiagonal(30, 4, 1)) != Ending::converged);
}

TEST_CASE("a column that has converged is not opened again by the restart of another one") {
  CatalogueRow row = *find_method("bicgstab");
  row.method = nearly;
  const Distributed system(tridiagonal(30, 4, 0), block_owners(30, Communicator().size()));
  const Outcome outcome = system.solve(row, {.width = 2, .rtol = 1e-6, .restarts = 1}).outcome;
  CHECK(outcome.restarts == 1);
  CHECK(outcome.endings == std::vector{Ending::converged, Ending::breakdown_rho});
  CHECK(outcome.iterations_of[0] == 1);
}

TEST_CASE("a wrong sign far away from the solution is believed if classical CG sees it, too") {
  // The smallest eigenvalue is 2 - 2 cos(π/31) = 0.01 before the shift. CG sees a negative one after more than
  // TrueResidual::few_steps.
  CHECK(ending_of(blames, tridiagonal(30, 2, 1)) == Ending::stagnated);
  CHECK(ending_of(blames, tridiagonal(30, 2 - 0.05, 1)) == Ending::indefinite_matrix);
}

}  // namespace minikrylov::test
