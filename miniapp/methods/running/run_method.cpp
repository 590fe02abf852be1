// Restarts of a method, and how the attempts combine into one outcome.
#include "miniapp/methods/running/run_method.hpp"

#include <algorithm>
#include <cmath>

#include "miniapp/methods/running/correction.hpp"
#include "miniapp/methods/running/refined.hpp"

namespace minikrylov {
namespace {

/// A polynomial is the only general M with which rows that have a method for it are run.
Method method_for(const MethodRun& run) {
  const bool is_diagonal = run.M.kind() != PreconditionerKind::general;
  return is_diagonal || run.row.polynomial == nullptr ? run.row.method : run.row.polynomial;
}

/// Endings after which new directions from the current iterate may help. Methods with recurrences for (p, A p) may find
/// it negative because of rounding errors alone.
bool may_go_on(Ending ending) {
  switch (ending) {
    case Ending::breakdown_rho:
    case Ending::breakdown_r0v:
    case Ending::breakdown_omega:
    case Ending::breakdown_square_root:
    case Ending::indefinite_matrix:
    case Ending::stagnated:
    case Ending::attainable_accuracy:
      return true;
    default:
      return false;
  }
}

/// The solve so far combined with the next attempt, whose iterate 0 is the last iterate so far.
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
  // The attempt's set-up time counts towards its first iteration.
  so_far.times.resize(static_cast<std::size_t>(so_far.iterations) + 1);
  so_far.times.insert(so_far.times.end(), next.times.begin() + 1, next.times.end());
  so_far.iterations += next.iterations;
  so_far.times.resize(static_cast<std::size_t>(so_far.iterations) + 1);  // a breakdown may leave an untested iterate
  if (next.smallest_steps)
    so_far.smallest_steps = std::min(so_far.smallest_steps.value_or(*next.smallest_steps), *next.smallest_steps);
  so_far.replacements += next.replacements;
  if (next.exact_products) so_far.exact_products = so_far.exact_products.value_or(0) + *next.exact_products;
  so_far.total = next.total;
  ++so_far.restarts;
  return so_far;
}

/// An attempt counts as progress if it reduces the true residual to below this fraction: smaller gains may be rounding.
constexpr double gained = 0.9;
/// Relative to the reference norm: a wrong sign at a larger true residual is not attributed to rounding. Chosen, far
/// above the attainable accuracy of any method.
constexpr double far_away = 1e-3;

bool is_sign(Ending ending) {
  return ending == Ending::indefinite_matrix || ending == Ending::indefinite_preconditioner;
}

bool is_breakdown(Ending ending) {
  return ending == Ending::breakdown_rho || ending == Ending::breakdown_r0v || ending == Ending::breakdown_omega ||
         ending == Ending::breakdown_square_root;
}

/// Whether an ending needs b - A x: it makes a claim that rounding can fake, or does not know its norm, or the next
/// attempt is compared with it.
bool needs_truth(Ending ending, const MethodRun& run) {
  return ending == Ending::converged || ending == Ending::attainable_accuracy || is_sign(ending) ||
         ending == Ending::breakdown_square_root || (run.restarts > 0 && may_go_on(ending));
}

/// What an attempt achieved, independently of its recurrences; one entry per right-hand side.
struct Truth {
  std::vector<double> norms;    ///< ‖b - A x‖; infinite where not computed
  std::vector<Ending> endings;  ///< verified
  std::vector<Ending> signs;    ///< of A or M themselves; running: nothing wrong
};

/// Checks an attempt's x where its ending makes a claim that rounding can fake. Collective.
Truth look_at(const MethodRun& run, const Outcome& attempt) {
  const std::size_t width = attempt.endings.size();
  Truth truth{std::vector<double>(width, infinity), attempt.endings, std::vector<Ending>(width, Ending::running)};
  if (run.truth == nullptr || run.rule.fixed_iterations >= 0) return truth;
  const auto looks = [&run](Ending ending) { return needs_truth(ending, run); };
  if (std::none_of(attempt.endings.begin(), attempt.endings.end(), looks)) return truth;
  const Scalars norms = (*run.truth)(run.system.x);
  if (std::any_of(attempt.endings.begin(), attempt.endings.end(), is_sign))
    truth.signs = run.truth->signs(run.system.x, run.pool.find("p"), TrueResidual::few_steps);
  const double* recurrence = &attempt.residual_history[attempt.residual_history.size() - width];
  for (std::size_t j = 0; j < width; ++j) {
    const double norm = truth.norms[j] = norms[static_cast<int>(j)], reference = run.rule.reference[j];
    Ending& ending = truth.endings[j];
    const bool is_rounding = cut_off(norm, recurrence[j]) || norm < far_away * reference;
    if (is_sign(ending) && truth.signs[j] != Ending::running)
      ending = truth.signs[j];
    else if (is_sign(ending) && is_rounding)
      ending = Ending::attainable_accuracy;
    // A breakdown may be a happy one, and a recurrence may know less than is true.
    const bool gave_up =
        is_breakdown(ending) || is_sign(ending) || ending == Ending::attainable_accuracy || ending == Ending::stagnated;
    if (gave_up && norm <= run.rule.rtol * reference) ending = Ending::converged;
    if (ending == Ending::converged && cut_off(norm, run.rule.rtol * reference)) ending = Ending::attainable_accuracy;
  }
  return truth;
}

/// Fills in residual norms that the method did not know when it ended.
void complete(Outcome& outcome, const Truth& truth) {
  const std::size_t width = outcome.endings.size();
  for (std::size_t j = 0; j < width; ++j)
    for (std::size_t e = static_cast<std::size_t>(outcome.iterations_of[j]) * width + j;
         e < outcome.residual_history.size();
         e += width)
      if (std::isnan(outcome.residual_history[e]) && std::isfinite(truth.norms[j]))
        outcome.residual_history[e] = truth.norms[j];
}

/// The accuracy of the initial guess is not one that a method has attained.
void name_failures(Outcome& outcome, const Truth& latest) {
  for (std::size_t j = 0; j < outcome.endings.size(); ++j)
    if (outcome.endings[j] == Ending::attainable_accuracy && std::isfinite(latest.norms[j]) &&
        latest.norms[j] > gained * outcome.residual_history[j])
      outcome.endings[j] = Ending::stagnated;
}

/// Renames wrong signs far away from the solution that are those of recurrences: classical CG sees an indefinite matrix
/// within as many steps. Collective.
void clear_of_suspicion(Outcome& outcome, const Truth& latest, const MethodRun& run) {
  if (run.truth == nullptr || run.rule.fixed_iterations >= 0) return;
  std::vector<std::size_t> doubtful;
  for (std::size_t j = 0; j < outcome.endings.size(); ++j)
    if (is_sign(outcome.endings[j]) && latest.signs[j] == Ending::running) doubtful.push_back(j);
  if (doubtful.empty()) return;
  const int steps = std::max(TrueResidual::few_steps, outcome.iterations);
  const std::vector<Ending> signs = run.truth->signs(run.system.x, run.pool.find("p"), steps);
  for (const std::size_t j : doubtful)
    outcome.endings[j] = signs[j] == Ending::running ? Ending::attainable_accuracy : signs[j];
}

/// The rule for another attempt. What has converged by its true residual, at up to twice the tolerance, stays as it is.
StoppingRule rule_of_restart(const StoppingRule& rule, const Outcome& so_far) {
  StoppingRule next = rule_after(rule, so_far);
  for (std::size_t j = 0; j < so_far.endings.size(); ++j)
    if (so_far.endings[j] == Ending::converged) next.reference[j] *= 2;
  return next;
}

/// Whether restarting from the current iterates may help at least one right-hand side.
bool may_help(const Truth& latest) {
  for (std::size_t j = 0; j < latest.endings.size(); ++j)
    if (may_go_on(latest.endings[j]) && latest.signs[j] == Ending::running) return true;
  return false;
}

/// Whether rounding ended an attempt.
bool by_rounding(Ending ending) {
  return ending == Ending::attainable_accuracy || ending == Ending::breakdown_square_root;
}

/// Whether an attempt that rounding ended has come closer to the solution.
bool has_gained(const Truth& latest, const Truth& earlier) {
  for (std::size_t j = 0; j < latest.endings.size(); ++j) {
    const bool other_reasons = latest.endings[j] != Ending::converged && !by_rounding(latest.endings[j]);
    if (other_reasons || latest.norms[j] < gained * earlier.norms[j]) return true;
  }
  return false;
}

}  // namespace

StoppingRule rule_after(StoppingRule rule, const Outcome& so_far) {
  rule.max_iterations = std::max(0, rule.max_iterations - so_far.iterations);
  if (rule.fixed_iterations >= 0) rule.fixed_iterations = std::max(0, rule.fixed_iterations - so_far.iterations);
  rule.initial.assign(
      so_far.residual_history.begin(),
      so_far.residual_history.begin() + static_cast<std::ptrdiff_t>(so_far.endings.size()));
  return rule;
}

void reset(const MethodRun& run) {
  if (run.guess.data.extent(0) == 0)
    clear_all(run.system.x);
  else
    Kokkos::deep_copy(Exec(), run.system.x.data, run.guess.data);
  run.pool.clear();
}

Outcome run_method(const MethodRun& run, Reduction& reduction, const Observers& observers) {
  if (run.refining.exact != nullptr && run.refining.how == Refinement::restart)
    return run_refined(run, reduction, observers);
  Kernels kernels(run.system.x.rows, run.system.x.width, run.how);
  kernels.observe(observers.kernels);
  std::optional<Correction> correction;
  if (run.how.vectors != Precision::double_precision) correction.emplace(run, kernels, observers.kernels);
  const auto attempt = [&](StoppingRule rule, int done) {
    kernels.unfreeze();
    rule.minimises = run.row.family == Family::cg ? Minimises::energy : Minimises::nothing;
    // Of a correction in single precision b - A x is not known until it has been added.
    const SystemVectors& system = correction ? run.refining.inner : run.system;
    const TrueResidual* const known = correction ? nullptr : run.truth;
    Env env(kernels, reduction, run.pool, std::move(rule), system, run.parameters, run.row.carries, known);
    env.watch_bases(observers.largest_condition);
    if (observers.on_judgement)
      env.on_judgement([&observers, done](int i, double residual) { observers.on_judgement(done + i, residual); });
    const Refining& refining = run.refining;
    if (refining.exact == nullptr) return method_for(run)(run.A, run.M, env);
    if (!correction) return run.row.reliable({*refining.exact, run.A}, run.M, env);
    Outcome attempted = run.row.reliable({*refining.exact, run.A, &*correction}, run.M, env);
    correction->add();
    return attempted;
  };
  Outcome outcome = attempt(run.rule, 0);
  Truth truth = look_at(run, outcome);
  outcome.endings = truth.endings;
  complete(outcome, truth);
  constexpr int patience = 3;  // consecutive attempts without progress
  int futile = 0;
  while (outcome.restarts < run.restarts && may_help(truth) && futile < patience) {
    run.pool.clear();
    Outcome next = attempt(rule_of_restart(run.rule, outcome), outcome.iterations);
    const Truth earlier = std::move(truth);
    truth = look_at(run, next);
    futile = has_gained(truth, earlier) ? 0 : futile + 1;
    next.endings = truth.endings;
    complete(next, truth);
    outcome = joined(std::move(outcome), next);
  }
  if (futile == patience)
    std::replace(
        outcome.endings.begin(), outcome.endings.end(), Ending::breakdown_square_root, Ending::attainable_accuracy);
  clear_of_suspicion(outcome, truth, run);
  name_failures(outcome, truth);
  if (correction) outcome.exact_passes = correction->passes();
  return outcome;
}

}  // namespace minikrylov
