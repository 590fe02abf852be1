// The judge of a running method.
#include <algorithm>
#include <cmath>

#include "miniapp/methods/running/env.hpp"

namespace minikrylov {
namespace {
/// Below it squares underflow, and with them the coefficients of every method.
constexpr double smallest_norm = 1e-140;
/// Relative to the reference: below it a recurrence residual says nothing any more.
constexpr double rounding = 1e-13;
/// A fixed number of iterations may be many more than a solution needs. Pipelined methods then leave the solution again
/// that they had reached: a residual that was below `reached` and has grown tenfold since is taken as a sign of it.
constexpr double reached = 1e-8, leaving = 10;
/// Relative to the reference: a recurrence residual below it is not replaced any more, as that would disturb the last
/// steps and could gain nothing.
constexpr double settled = 1e-12;
}  // namespace

Ending Outcome::worst() const {
  for (const Ending e : endings)
    if (e != Ending::converged && e != Ending::iteration_limit) return e;
  return std::find(endings.begin(), endings.end(), Ending::iteration_limit) != endings.end() ? Ending::iteration_limit
                                                                                             : Ending::converged;
}

const Vector& VectorPool::take(std::size_t place, const char* name, const Vector& like) {
  if (place == vectors_.size())
    vectors_.push_back(
        make_vector(name, like.rows, like.capacity() - like.rows, like.width, static_cast<int>(place) + 1));
  return vectors_[place];
}

void VectorPool::clear() const {
  for (const Vector& v : vectors_) clear_all(v);
}

Env::Env(
    Kernels& on, Reduction& via, VectorPool& pool, StoppingRule rule, SystemVectors system,
    const MethodParameters& given, std::string_view carries)
    : kernels(on),
      reduction(via),
      parameters(given),
      pool_(pool),
      rule_(std::move(rule)),
      system_(std::move(system)),
      carries_(carries) {
  const auto width = static_cast<std::size_t>(on.width());
  endings_.assign(width, Ending::running);
  iterations_of_.assign(width, 0);
  best_at_.assign(width, 0);
  initial_.assign(width, 0);
  best_.assign(width, infinity);
  last_.assign(width, infinity);
  const auto expected =
      static_cast<std::size_t>(std::max(rule_.fixed_iterations, std::min(rule_.max_iterations, 10000)));
  times_.reserve(expected + 1);
  history_.reserve((expected + 1) * width);
}

void Env::end(int j, Ending ending) {
  if (endings_[j] != Ending::running) return;
  endings_[j] = ending;
  iterations_of_[j] = iteration_;
  kernels.freeze(j);
}

void Env::judge(int j, int i, double norm) {
  if (i == 0) initial_[j] = norm;
  if (!std::isfinite(norm)) return end(j, Ending::not_finite);
  const bool fixed = rule_.fixed_iterations >= 0;
  const double tolerance = fixed ? rounding : std::max(rule_.rtol, rounding);
  if (norm < smallest_norm || norm <= tolerance * rule_.reference[j]) return end(j, Ending::converged);
  if (fixed && best_[j] < reached * rule_.reference[j] && norm > leaving * best_[j]) return end(j, Ending::converged);
  if (norm > rule_.divergence * std::max(rule_.reference[j], initial_[j])) return end(j, Ending::diverged);
  if (norm < best_[j]) {
    best_[j] = norm;
    best_at_[j] = i;
  }
  if (!fixed && i - best_at_[j] >= rule_.stagnation_window) end(j, Ending::stagnated);
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

bool Env::stop(int i, const Scalars& rho) {
  if (i == 0) setup_ = kernels.traffic();
  add_skipped(i);
  iteration_ = i;
  times_.push_back(wall_time());
  double largest = 0;
  for (int j = 0; j < kernels.width(); ++j) {
    const bool running = endings_[j] == Ending::running;
    const double norm = running ? std::sqrt(rho[j] < 0 ? 0.0 : rho[j]) : last_[j];
    history_.push_back(last_[j] = norm);
    if (running && i == 0 && rho[j] < 0) end(j, Ending::indefinite_preconditioner);
    if (running) judge(j, i, norm);
    if (rule_.reference[j] > 0) largest = std::max(largest, norm / rule_.reference[j]);
  }
  if (on_judgement_) on_judgement_(i, largest);
  const int limit = rule_.fixed_iterations >= 0 ? rule_.fixed_iterations : rule_.max_iterations;
  if (i >= limit)
    for (int j = 0; j < kernels.width(); ++j) end(j, Ending::iteration_limit);
  const bool all_ended = std::find(endings_.begin(), endings_.end(), Ending::running) == endings_.end();
  return i >= limit || (all_ended && rule_.fixed_iterations < 0);
}

void Env::positive(const Scalars& value, Ending otherwise) {
  for (int j = 0; j < kernels.width(); ++j) {
    if (!std::isfinite(value[j])) end(j, Ending::not_finite);
    if (!(value[j] >= std::numeric_limits<double>::min())) end(j, otherwise);
  }
}

void Env::nonzero(const Scalars& value, Ending otherwise) {
  for (int j = 0; j < kernels.width(); ++j) {
    if (!std::isfinite(value[j])) end(j, Ending::not_finite);
    if (!(std::fabs(value[j]) >= std::numeric_limits<double>::min())) end(j, otherwise);
  }
}

bool Env::replaces(int i) const {
  if (i % parameters.replacement_period != 0) return false;
  for (int j = 0; j < kernels.width(); ++j)
    if (endings_[j] == Ending::running && last_[j] > settled * rule_.reference[j]) return true;
  return false;
}

Outcome Env::outcome() const {
  // A right-hand side that broke down between two judgements ended at the earlier one.
  const int iterations = *std::max_element(iterations_of_.begin(), iterations_of_.end());
  const int judged = rule_.fixed_iterations >= 0 ? iteration_ : iterations;
  const auto entries = static_cast<std::ptrdiff_t>(judged + 1) * kernels.width();
  return {
      judged,
      endings_,
      iterations_of_,
      {history_.begin(), history_.begin() + entries},
      times_,
      0,
      setup_,
      kernels.traffic()};
}

}  // namespace minikrylov
