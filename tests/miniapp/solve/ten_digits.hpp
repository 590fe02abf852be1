// Solves in mixed precision to ten digits, and what is expected of them.
#pragma once
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "miniapp/solve/record.hpp"
#include "tests/miniapp/solve/solved.hpp"

namespace minikrylov::test {

/// The true residual that ten digits are, and what a residual rounded to singles may miss of it.
inline constexpr double ten_digits = 1e-10 * (1 + 1e-4);

inline SolveOptions to_ten_digits(ProblemKind kind, GridSize size, const ChosenMethod& method,
                                  const MixedPrecision& mixed) {
  SolveOptions options;
  options.problem = {.kind = kind, .size = size};
  if (kind == ProblemKind::convection_diffusion) options.problem.parameters.peclet = 20;
  options.method.methods = {method};
  options.method.rtol = 1e-10;
  options.method.mixed = mixed;
  options.run = {.repetitions = 1, .warm_up = 0};
  return options;
}

inline SolveOptions elastic(const ChosenMethod& method, const MixedPrecision& mixed) {
  return to_ten_digits(ProblemKind::elasticity3d, {7, 6, 5}, method, mixed);
}

/// Checks that a solve is as accurate as in double precision, at no more than `penalty` times its iterations.
inline void check_accurate(const SolveRecord& record, double penalty) {
  CAPTURE(record.method, name_of(record.preconditioner), name_of(*record.refinement), record.iterations,
          record.iterations_in_double.value_or(0), record.objections);
  CHECK(record.outcome == Ending::converged);
  CHECK(record.objections.empty());
  CHECK(record.true_residual_in_norm <= ten_digits);
  // What ended it is a residual by A itself, not by a recurrence; singles round it.
  CHECK(std::fabs(record.relative_residual / record.true_residual_in_norm - 1) < 1e-6);
  REQUIRE(record.iterations_in_double.has_value());
  CHECK(record.iterations <= penalty * *record.iterations_in_double + 1);
  CHECK(record.exact_products.value_or(0) >= 2);
  CHECK(record.residual_history.rows() == static_cast<std::size_t>(record.iterations) + 1);
}

}  // namespace minikrylov::test
