// Restarts of a method, and how their outcomes become one.
#include "miniapp/methods/running/run_method.hpp"

#include <algorithm>

namespace minikrylov {
namespace {

/// Endings after which new directions from the iterate that was reached may help. Methods with recurrences for (p, A p)
/// may find it negative by rounding errors alone.
bool may_go_on(Ending ending) {
  switch (ending) {
    case Ending::breakdown_rho:
    case Ending::breakdown_r0v:
    case Ending::breakdown_omega:
    case Ending::breakdown_square_root:
    case Ending::indefinite_matrix:
    case Ending::stagnated:
      return true;
    default:
      return false;
  }
}

/// The solve so far and the next attempt, whose iterate 0 is the last one of the solve so far.
Outcome joined(Outcome so_far, const Outcome& next) {
  const std::size_t width = next.endings.size();
  for (std::size_t j = 0; j < width; ++j)
    if (so_far.endings[j] != Ending::converged || next.iterations_of[j] > 0) {
      so_far.endings[j] = next.endings[j];
      so_far.iterations_of[j] = so_far.iterations + next.iterations_of[j];
    }
  so_far.residual_history.insert(
      so_far.residual_history.end(),
      next.residual_history.begin() + static_cast<std::ptrdiff_t>(width),
      next.residual_history.end());
  // The time of the attempt's set-up counts as a part of its first iteration.
  so_far.times.resize(static_cast<std::size_t>(so_far.iterations) + 1);
  so_far.times.insert(so_far.times.end(), next.times.begin() + 1, next.times.end());
  so_far.iterations += next.iterations;
  so_far.times.resize(static_cast<std::size_t>(so_far.iterations) + 1);  // a breakdown may leave one that is not judged
  so_far.total = next.total;
  ++so_far.restarts;
  return so_far;
}

/// The rule for what is left of the iterations.
StoppingRule after(StoppingRule rule, int iterations) {
  rule.max_iterations = std::max(0, rule.max_iterations - iterations);
  if (rule.fixed_iterations >= 0) rule.fixed_iterations = std::max(0, rule.fixed_iterations - iterations);
  return rule;
}

}  // namespace

void reset(MethodRun& run) {
  clear_all(run.system.x);
  run.pool.clear();
}

Outcome run_method(MethodRun& run, Reduction& reduction, const Observers& observers) {
  Kernels kernels(run.system.x.rows, run.system.x.width, run.how);
  kernels.observe(observers.kernels);
  const auto attempt = [&](int done) {
    kernels.unfreeze();
    Env env(kernels, reduction, run.pool, after(run.rule, done), run.system, run.parameters, run.row.carries);
    if (observers.on_judgement)
      env.on_judgement([&observers, done](int i, double residual) { observers.on_judgement(done + i, residual); });
    return run.row.method(run.A, run.M, env);
  };
  Outcome outcome = attempt(0);
  while (outcome.restarts < run.restarts && std::any_of(outcome.endings.begin(), outcome.endings.end(), may_go_on)) {
    run.pool.clear();
    outcome = joined(outcome, attempt(outcome.iterations));
  }
  return outcome;
}

}  // namespace minikrylov
