// Iterative refinement around inner solves.
#include "miniapp/methods/running/refined.hpp"

#include <algorithm>
#include <utility>

#include "miniapp/methods/running/correction.hpp"

namespace minikrylov {
namespace {

/// A correction is futile if it leaves more than this fraction of the residual; so many in succession end the solve.
constexpr double useful_below = 0.5;
constexpr int most_futile = 3;

/// The solve so far with the next inner solve, whose iterate 0 is the last iterate so far with its true residual.
Outcome with_step(Outcome so_far, const Outcome& inner) {
  const std::size_t width = inner.endings.size();
  std::vector<double>& history = so_far.residual_history;
  std::copy_n(inner.residual_history.begin(), width, history.end() - static_cast<std::ptrdiff_t>(width));
  history.insert(
      history.end(), inner.residual_history.begin() + static_cast<std::ptrdiff_t>(width), inner.residual_history.end());
  for (std::size_t j = 0; j < width; ++j) {
    so_far.endings[j] = inner.endings[j];
    if (inner.iterations_of[j] > 0) so_far.iterations_of[j] = so_far.iterations + inner.iterations_of[j];
  }
  so_far.times.back() = inner.times.front();  // the correction and b - A x belong to the iteration before them
  so_far.times.insert(so_far.times.end(), inner.times.begin() + 1, inner.times.end());
  so_far.iterations += inner.iterations;
  so_far.times.resize(static_cast<std::size_t>(so_far.iterations) + 1);
  so_far.total = inner.total;
  return so_far;
}

/// Whether the true residual that `inner` started from has fallen since `earlier`, in any column that needs it.
bool is_useful(const Outcome& inner, const std::vector<double>& earlier) {
  for (std::size_t j = 0; j < inner.endings.size(); ++j)
    if (inner.iterations_of[j] > 0 && inner.residual_history[j] < useful_below * earlier[j]) return true;
  return false;
}

/// Whether an ending says what is wrong with the system or with the rounded matrix.
bool is_named(Ending ending) {
  return ending == Ending::indefinite_matrix || ending == Ending::indefinite_preconditioner ||
         ending == Ending::not_finite || ending == Ending::diverged;
}

/// Endings of columns for which the rounded matrix is too coarse.
void end_as_too_coarse(Outcome& outcome, const Outcome& inner) {
  for (std::size_t j = 0; j < outcome.endings.size(); ++j)
    if (inner.iterations_of[j] > 0 && !is_named(outcome.endings[j])) outcome.endings[j] = Ending::attainable_accuracy;
}

}  // namespace

Outcome run_refined(const MethodRun& run, Reduction& reduction, const Observers& observers) {
  Kernels kernels(run.system.x.rows, run.system.x.width, run.how);
  kernels.observe(observers.kernels);
  Correction correction(run, kernels, observers.kernels);
  Outcome outcome;
  std::vector<double> norms;
  for (int step = 0, futile = 0; futile < most_futile; ++step) {
    StoppingRule rule = step == 0 ? run.rule : rule_after(run.rule, outcome);
    rule.gain = run.refining.inner_rtol;
    kernels.unfreeze();
    correction.find_residual();
    run.pool.clear();
    Env env(kernels, reduction, run.pool, std::move(rule), run.refining.inner, run.parameters, {}, nullptr);
    const int done = outcome.iterations;
    if (observers.on_judgement)
      env.on_judgement([&observers, done](int i, double residual) { observers.on_judgement(done + i, residual); });
    const Outcome inner = run.row.method(run.A, run.M, env);
    outcome = step == 0 ? inner : with_step(std::move(outcome), inner);
    outcome.exact_products = step + 1;
    if (inner.iterations == 0) break;
    kernels.unfreeze();
    correction.add();
    if (step > 0) futile = is_useful(inner, norms) ? 0 : futile + 1;
    norms.assign(
        inner.residual_history.begin(),
        inner.residual_history.begin() + static_cast<std::ptrdiff_t>(inner.endings.size()));
    if (futile == most_futile) end_as_too_coarse(outcome, inner);
  }
  outcome.exact_passes = correction.passes();
  return outcome;
}

}  // namespace minikrylov
