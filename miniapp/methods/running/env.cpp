// The stopping test and guards of a running method.
#include <algorithm>
#include <cmath>

#include "miniapp/methods/running/global_sums.hpp"

namespace minikrylov {
namespace {
/// Relative to the reference norm: a recurrence residual below this carries no information, since rounding errors of
/// b - A x are larger (a few hundred ε).
constexpr double rounding = 1e-13;
/// A fixed number of iterations may exceed what the solution needs, and pipelined methods then drift away from it.
/// Drift is assumed where a residual once below `reached` has grown by the factor `leaving`. Chosen: the default
/// tolerance, and more than residuals usually oscillate.
constexpr double reached = 1e-8, leaving = 10;
/// Relative to the reference norm: a recurrence residual below this, a digit above `rounding`, is not replaced, since
/// that would disturb the last steps without any gain.
constexpr double settled = 1e-12;

/// Relative to the reference norm: a recurrence residual of at most this ends the iteration.
double tolerance_of(const StoppingRule& rule) {
  return rule.fixed_iterations >= 0 ? rounding : std::max(rule.rtol, rounding);
}
}  // namespace

Ending Outcome::worst() const {
  for (const Ending e : endings)
    if (e != Ending::converged && e != Ending::iteration_limit) return e;
  return std::find(endings.begin(), endings.end(), Ending::iteration_limit) != endings.end() ? Ending::iteration_limit
                                                                                             : Ending::converged;
}

const Vector& VectorPool::take(std::size_t place, const char* name, const Vector& like) {
  if (place == vectors_.size()) vectors_.emplace_back();
  Vector& v = vectors_[place];
  if (v.capacity() == 0 || v.precision() != like.precision())
    v = make_vector(
        name, like.rows, like.capacity() - like.rows, like.width, static_cast<int>(place) + 1, like.precision());
  return v;
}

const Vector* VectorPool::find(std::string_view name) const {
  const auto called = [name](const Vector& v) { return v.data.label() == name; };
  const auto found = std::find_if(vectors_.begin(), vectors_.end(), called);
  return found == vectors_.end() ? nullptr : &*found;
}

void VectorPool::clear() const {
  for (const Vector& v : vectors_) clear_all(v);
}

Env::Env(
    Kernels& on, Reduction& via, VectorPool& pool, StoppingRule rule, SystemVectors system,
    const MethodParameters& given, std::string_view carries, const TrueResidual* truth)
    : kernels(on),
      reduction(via),
      parameters(given),
      pool_(pool),
      rule_(std::move(rule)),
      system_(std::move(system)),
      carries_(carries),
      truth_(truth) {
  const auto width = static_cast<std::size_t>(on.width());
  endings_.assign(width, Ending::running);
  iterations_of_.assign(width, 0);
  best_at_.assign(width, 0);
  initial_.assign(width, 0);
  best_.assign(width, infinity);
  last_.assign(width, infinity);
  const auto expected = static_cast<std::size_t>(
      std::max(std::min(rule_.fixed_iterations, 100'000), std::min(rule_.max_iterations, 10'000)));
  times_.reserve(expected + 1);
  history_.reserve((expected + 1) * width);
}

void Env::end(int j, Ending ending) {
  if (endings_[j] != Ending::running) return;
  take_owed_step();
  endings_[j] = ending;
  iterations_of_[j] = iteration_;
  kernels.freeze(j);
  if (ending != Ending::breakdown_square_root) return;
  // A deep pipeline learns of it after the step to the next iterate, whose norm it then does not know.
  ++iterations_of_[j];
  if (rule_.fixed_iterations < 0) last_[j] = std::numeric_limits<double>::quiet_NaN();
}

void Env::judge(int j, int i, double norm) {
  if (i == 0) initial_[j] = norm;
  if (!std::isfinite(norm)) return end(j, Ending::not_finite);
  const bool fixed = rule_.fixed_iterations >= 0;
  if (norm <= std::max(tolerance_of(rule_) * rule_.reference[j], rule_.gain * initial_[j]))
    return end(j, Ending::converged);
  if (fixed && best_[j] < reached * rule_.reference[j] && norm > leaving * best_[j]) return end(j, Ending::converged);
  const double start = rule_.initial.empty() ? initial_[j] : rule_.initial[j];
  if (norm > rule_.divergence * std::max(rule_.reference[j], start)) return end(j, Ending::diverged);
  if (norm < best_[j]) {
    best_[j] = norm;
    best_at_[j] = i;
  }
  const bool judged_by_energy = rule_.minimises == Minimises::energy && truth_ != nullptr;
  if (!fixed && !judged_by_energy && i - best_at_[j] >= rule_.stagnation_window) end(j, Ending::stagnated);
}

/// A residual that stands still may yet decrease, unless rounding has decoupled its recurrence from b - A x, or CG has
/// not decreased what it minimises since an earlier look, `patience` iterations ago or more. In exact arithmetic every
/// step does; the little that pipelined methods may still gain after a rise is less than what they lose by going on.
void Env::look_for_stagnation(int i) {
  const auto stands_still = [&](int j) {
    return endings_[j] == Ending::running && i - std::max(best_at_[j], looked_at_) >= rule_.patience;
  };
  bool any = false;
  for (int j = 0; j < kernels.width(); ++j) any = any || stands_still(j);
  if (!any || truth_ == nullptr || rule_.fixed_iterations >= 0) return;
  take_owed_step();
  const Scalars norms = (*truth_)(system_.x);
  std::vector<int> best(endings_.size(), i);
  if (rule_.minimises == Minimises::energy) best = energy_.best_of(i, system_.x, *truth_);
  for (int j = 0; j < kernels.width(); ++j)
    if (stands_still(j) && (cut_off(norms[j], last_[j]) || best[j] < i)) end(j, Ending::attainable_accuracy);
  looked_at_ = i;
}

void Env::add_skipped(int i) {
  const auto known = static_cast<int>(times_.size());
  if (known == 0 || known >= i + 1) return;
  const double step = (wall_time() - times_.back()) / (i - known + 1);
  for (int k = known; k < i; ++k) {
    times_.push_back(times_.back() + step);
    history_.insert(history_.end(), endings_.size(), std::numeric_limits<double>::quiet_NaN());
  }
}

void Env::take_owed_step() {
  if (!owed_) return;
  const TrafficCounters before = kernels.traffic();
  (*std::exchange(owed_, std::nullopt))();
  setup_ = setup_ - (before - kernels.traffic());  // no part of iterations, which have all taken theirs
}

bool Env::all_ended() const { return std::find(endings_.begin(), endings_.end(), Ending::running) == endings_.end(); }

bool Env::finish_block(int first, int steps) {
  smallest_steps_ = std::min(smallest_steps_.value_or(steps), steps);
  const auto latest = static_cast<int>(times_.size()) - 1;
  const double begin = times_[first], step = (wall_time() - begin) / std::max(1, latest - first);
  for (int i = first + 1; i <= latest; ++i) times_[i] = begin + step * (i - first);
  look_for_stagnation(iteration_);
  return all_ended() && rule_.fixed_iterations < 0;
}

Scalars Env::running() const {
  Scalars flags(kernels.width(), 0);
  for (int j = 0; j < kernels.width(); ++j) flags[j] = endings_[j] == Ending::running ? 1 : 0;
  return flags;
}

bool Env::stop(int i, const Scalars& rho) {
  if (i == 0) setup_ = kernels.traffic();
  add_skipped(i);
  iteration_ = i;
  times_.push_back(wall_time());
  double largest = 0;
  for (int j = 0; j < kernels.width(); ++j) {
    const bool running = endings_[j] == Ending::running;
    if (running && rho[j] < 0) end(j, Ending::indefinite_preconditioner);  // never a sum of squares, so (r, M⁻¹ r)
    const double norm = running ? std::sqrt(rho[j]) : last_[j];
    history_.push_back(last_[j] = norm);
    if (running) judge(j, i, norm);
    if (rule_.reference[j] > 0) largest = std::max(largest, norm / rule_.reference[j]);
  }
  const bool delivers_later = parameters.basis.steps() > 0;
  if (!delivers_later) look_for_stagnation(i);
  if (on_judgement_) on_judgement_(i, largest);
  const int limit = rule_.fixed_iterations >= 0 ? rule_.fixed_iterations : rule_.max_iterations;
  if (i >= limit)
    for (int j = 0; j < kernels.width(); ++j) end(j, Ending::iteration_limit);
  return i >= limit || (all_ended() && rule_.fixed_iterations < 0);
}

bool Env::ends(const Scalars& rho) const {
  for (int j = 0; j < kernels.width(); ++j)
    if (endings_[j] == Ending::running && std::sqrt(rho[j]) <= tolerance_of(rule_) * rule_.reference[j])
      return rule_.fixed_iterations < 0;
  return false;
}

bool Env::is_doubtful(const SquaredNormDifference& rho) const {
  constexpr double cancelled = 1e-8;  // relative size of the difference at which half of the digits are lost
  const double tolerance = tolerance_of(rule_);
  const Scalars difference = rho.from - rho.what;
  for (int j = 0; j < kernels.width(); ++j) {
    const double ends = tolerance * tolerance * rule_.reference[j] * rule_.reference[j];
    const double smallest = std::max(cancelled * rho.from[j], ends);
    if (endings_[j] == Ending::running && difference[j] <= smallest) return true;
  }
  return false;
}

Scalars Env::squared_norm_of(const SquaredNormDifference& rho, const Vector& r) {
  if (!is_doubtful(rho)) return rho.from - rho.what;
  const Vec<first_of_any_precision> v(r, "r");
  return std::get<0>(GlobalSums(*this, "ρ").of(kernels.run(dot(v, v))));
}

void Env::look_at_basis(const Gram& G, int columns) {
  if (largest_condition_ != nullptr) *largest_condition_ = std::max(*largest_condition_, condition_of(G, columns));
}

bool Env::replaces(int i) const {
  if (parameters.replacement_period == 0 || i % parameters.replacement_period != 0) return false;
  for (int j = 0; j < kernels.width(); ++j)
    if (endings_[j] == Ending::running && last_[j] > settled * rule_.reference[j]) return true;
  return false;
}

Scalars Env::tolerated() const {
  const double wanted = rule_.fixed_iterations >= 0 ? reached : tolerance_of(rule_);
  Scalars share(kernels.width(), 0);
  for (int j = 0; j < kernels.width(); ++j) share[j] = last_[j] > 0 ? wanted * rule_.reference[j] / last_[j] : infinity;
  return share;
}

Outcome Env::outcome() const {
  // A right-hand side that broke down between two tests ended at the earlier one.
  const int iterations = *std::max_element(iterations_of_.begin(), iterations_of_.end());
  const int judged = rule_.fixed_iterations >= 0 ? iteration_ : iterations;
  std::vector<double> history = history_, times = times_;
  if (judged > iteration_) {
    history.insert(history.end(), last_.begin(), last_.end());
    times.push_back(wall_time());
  }
  history.resize(static_cast<std::size_t>(judged + 1) * endings_.size());
  return {
      .iterations = judged,
      .endings = endings_,
      .iterations_of = iterations_of_,
      .residual_history = std::move(history),
      .times = std::move(times),
      .replacements = replacements_,
      .smallest_steps = smallest_steps_,
      .setup = setup_,
      .total = kernels.traffic()};
}

}  // namespace minikrylov
