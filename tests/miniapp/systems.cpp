// Small distributed systems for the tests of methods.
#include "systems.hpp"

#include <cmath>

namespace minikrylov::test {

Distributed::Distributed(const Problem& problem, const MatrixLayout& layout)
    : system_(build_system(problem, make_partition(problem.grid, ranks_.size(), std::nullopt, problem.dofs()), ranks_,
                           layout, GpuAwareMpi::automatic)),
      A_(*system_.matrix, *system_.halo) {}

Solved Distributed::solve(const CatalogueRow& row, const Setting& setting) const {
  const RightHandSides sides = make_right_hand_sides(system_, A_, setting.width);
  const auto choice = row.preconditioning == Preconditioning::any ? setting.preconditioner : PreconditionerChoice::none;
  const auto M = make_preconditioner(choice, system_);
  const Vector x = make_vector("x", system_.rows, system_.ghosts, setting.width);
  const auto reduction = make_reduction(setting.reduction, ranks_);
  Solved solved;
  LoggedReduction logged(*reduction, solved.events);

  StoppingRule rule;
  rule.rtol = setting.rtol;
  rule.max_iterations = setting.max_iterations;
  rule.fixed_iterations = setting.fixed_iterations;
  const Scalars reference = norms(sides.b, ranks_);
  for (int j = 0; j < setting.width; ++j) rule.reference.push_back(reference[j]);

  VectorPool pool;
  Kernels kernels(system_.rows, setting.width, setting.formulation, setting.attach);
  Env env(kernels, logged, pool, rule, {sides.b, x});
  solved.outcome = row.method(A_, *M, env);
  const Scalars residual = TrueResidual(A_, sides.b, ranks_)(x);
  for (int j = 0; j < setting.width; ++j) solved.true_relative_residuals.push_back(residual[j] / reference[j]);
  solved.error = relative_error(x, sides, ranks_).value_or(0);
  return solved;
}

double largest_difference(const Outcome& a, const Outcome& b, int iterations, int width) {
  double largest = 0;
  const std::size_t n = std::min({a.residual_history.size(), b.residual_history.size(),
                                  static_cast<std::size_t>(iterations) * static_cast<std::size_t>(width)});
  for (std::size_t e = 0; e < n; ++e) {
    const double x = a.residual_history[e], y = b.residual_history[e];
    if (!std::isnan(x) && !std::isnan(y)) largest = std::max(largest, std::fabs(x - y) / std::fabs(y));
  }
  return largest;
}

}  // namespace minikrylov::test
