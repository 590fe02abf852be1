// Repetitions of a solve, what was measured, and whether the result is acceptable.
#include "miniapp/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "comm/observed.hpp"
#include "miniapp/check.hpp"
#include "miniapp/method.hpp"
#include "miniapp/preconditioners.hpp"

namespace minikrylov {
namespace {

/// All that one repetition after another needs.
struct Bench {
  const CatalogueRow& row;
  const MethodOptions& how;
  const SolveInputs& inputs;
  const Preconditioner& M;
  StoppingRule rule;
  Vector x;
  VectorPool pool;
};

/// Observers of a repetition; all may be empty.
struct Observers {
  Profile* profile = nullptr;
  std::function<void()> on_new_iterate;
  std::function<void(int, double)> on_judgement;
};

struct Repetition {
  Outcome outcome;
  double began;  ///< wall_time() when all ranks were ready
};

Repetition repeat(Bench& bench, Reduction& reduction, const Observers& observers) {
  fill(bench.x, 0);
  bench.pool.clear();
  Kernels kernels(bench.x.rows, bench.x.width, bench.how.formulation, bench.how.attach_dots);
  kernels.record(observers.profile);
  kernels.on_new_iterate(observers.on_new_iterate);
  Env env(kernels, reduction, bench.pool, bench.rule, {bench.inputs.sides.b, bench.x});
  env.on_judgement(observers.on_judgement);
  Exec().fence("before a solve");
  bench.inputs.ranks.barrier();
  const double began = wall_time();
  return {bench.row.method(bench.inputs.A, bench.M, env), began};
}

StoppingRule stopping_rule(const MethodOptions& how, const SolveInputs& inputs) {
  StoppingRule rule;
  rule.rtol = how.rtol;
  rule.max_iterations = how.max_iterations;
  rule.fixed_iterations = how.fixed_iterations.value_or(-1);
  const Scalars reference = norms(inputs.sides.b, inputs.ranks);
  for (int j = 0; j < how.rhs; ++j) rule.reference.push_back(reference[j]);
  return rule;
}

/// Adds one timed repetition: whole and iteration by iteration, by the slowest rank.
void add_times(const Repetition& repetition, const Communicator& ranks, SolveRecord& record) {
  const auto& [outcome, began] = repetition;
  record.solve_seconds.push_back(ranks.reduce(outcome.times.back() - began, ReduceBy::maximum));
  std::vector<double> seconds;
  for (int i = 1; i <= outcome.iterations; ++i) seconds.push_back(outcome.times[i] - outcome.times[i - 1]);
  seconds = ranks.reduce(seconds, ReduceBy::maximum);
  record.iteration_seconds.columns = std::max<std::size_t>(1, seconds.size());
  auto& all = record.iteration_seconds.values;
  all.insert(all.end(), seconds.begin(), seconds.end());
}

void run_timed(Bench& bench, const RunOptions& often, ProgressLine& progress, SolveRecord& record) {
  const Communicator& ranks = bench.inputs.ranks;
  const auto reduction = make_reduction(bench.how.reduction, ranks);
  Observers observers;
  if (progress.visible())
    observers.on_judgement = [&](int i, double residual) {
      progress.show(bench.row.name, i, residual, bench.rule.rtol);
    };
  for (int k = 0; k < often.warm_up; ++k) static_cast<void>(repeat(bench, *reduction, observers));
  for (int k = 0; k < often.repetitions; ++k) {
    progress.show(fmt::format("{}: timed repetition {} of {}", bench.row.name, k + 1, often.repetitions));
    add_times(repeat(bench, *reduction, {}), ranks, record);
  }
  progress.clear();
}

/// Kernels over all ranks: bytes and operations are added, the time is the slowest rank's.
std::vector<KernelRow> gather_kernels(const Profile& profile, const Communicator& ranks) {
  std::vector<KernelRow> rows;
  for (const auto& [label, entry] : profile) {
    const auto sums = ranks.reduce({entry.cost.bytes_read, entry.cost.bytes_written, entry.cost.flops}, ReduceBy::sum);
    rows.push_back({label, entry.calls, ranks.reduce(entry.seconds, ReduceBy::maximum), sums[0], sums[1], sums[2]});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  return rows;
}

void set_outcome(const Outcome& outcome, const StoppingRule& rule, SolveRecord& record) {
  const auto width = static_cast<std::size_t>(record.rhs);
  record.iterations = outcome.iterations;
  record.outcome = outcome.worst();
  record.outcomes = outcome.endings;
  record.iterations_of = outcome.iterations_of;
  record.residual_history = {width, outcome.residual_history};
  for (std::size_t j = 0; j < width; ++j)
    if (rule.reference[j] > 0)
      record.relative_residual =
          std::max(record.relative_residual,
                   outcome.residual_history[outcome.residual_history.size() - width + j] / rule.reference[j]);
}

/// Counts per iteration, and the time that moving so many bytes takes at the triad's rate.
void set_costs(const Outcome& outcome, const Bench& bench, SolveRecord& record) {
  const Tally spent = outcome.total - outcome.setup;
  const double n = std::max(1, outcome.iterations), width = record.rhs, rows = bench.x.rows;
  record.vectors_read = static_cast<double>(spent.vectors_read) / n;
  record.vectors_written = static_cast<double>(spent.vectors_written) / n;
  record.launches = static_cast<double>(spent.launches) / n;
  record.products = static_cast<double>(spent.products) / n;
  record.preconditions = static_cast<double>(spent.preconditions) / n;
  record.work_vectors = static_cast<int>(bench.pool.size());
  record.vector_bytes = static_cast<std::int64_t>(8.0 * bench.x.capacity() * width * (record.work_vectors + 2));

  const Cost product = bench.inputs.A.cost(record.rhs), precondition = bench.M.cost(record.rhs);
  double bytes = 8 * rows * width * (record.vectors_read + record.vectors_written) +
                 record.products * (product.bytes_read + product.bytes_written);
  if (bench.M.kind() == PreconditionerKind::diagonal) bytes += record.preconditions * 8 * rows;
  if (bench.M.kind() == PreconditionerKind::general)
    bytes += record.preconditions * (precondition.bytes_read + precondition.bytes_written);
  bytes = bench.inputs.ranks.reduce(bytes, ReduceBy::sum);
  if (bench.inputs.bytes_per_second > 0) record.predicted_seconds_per_iteration = bytes / bench.inputs.bytes_per_second;
}

/// One more solve, with every observer in place: what it records is not what was timed.
void run_recorded(Bench& bench, Detail detail, SolveRecord& record) {
  const Communicator& ranks = bench.inputs.ranks;
  const auto reduction = make_reduction(bench.how.reduction, ranks);
  std::string events;
  LoggedReduction observed(*reduction, events);
  Profile profile;
  Observers observers{&profile, {}, {}};
  const TrueResidual true_residual(bench.inputs.A, bench.inputs.sides.b, ranks);
  const auto add_true_residual = [&] {
    const Scalars norm = true_residual(bench.x);
    for (int j = 0; j < record.rhs; ++j) record.true_residual_history.values.push_back(norm[j]);
  };
  record.true_residual_history.columns = static_cast<std::size_t>(record.rhs);
  if (detail == Detail::on) {
    fill(bench.x, 0);
    add_true_residual();
    observers.on_new_iterate = add_true_residual;
  }
  std::int64_t setup_sums = 0;
  observers.on_judgement = [&](int i, double) {
    if (i == 0) setup_sums = observed.counts().sums;
  };
  const Outcome outcome = repeat(bench, observed, observers).outcome;
  const ReductionCounts& sums = observed.counts();
  record.kernels = gather_kernels(profile, ranks);
  record.reductions = {{"all", sums.sums, sums.values, ranks.reduce(sums.start_seconds, ReduceBy::maximum),
                        ranks.reduce(sums.finish_seconds, ReduceBy::maximum)}};
  set_outcome(outcome, bench.rule, record);
  record.reductions_started = static_cast<double>(sums.sums - setup_sums) / std::max(1, outcome.iterations);
  set_costs(outcome, bench, record);

  const Scalars norm = true_residual(bench.x);
  for (int j = 0; j < record.rhs; ++j)
    if (bench.rule.reference[j] > 0)
      record.true_relative_residual = std::max(record.true_relative_residual, norm[j] / bench.rule.reference[j]);
  record.error = relative_error(bench.x, bench.inputs.sides, ranks);
}

/// Why a solve is not acceptable. Its own residual must be true, and where it converged the error must be small.
std::vector<std::string> objections_to(const SolveRecord& record, const StoppingRule& rule) {
  std::vector<std::string> objections;
  const bool fixed = rule.fixed_iterations >= 0;
  if (record.outcome != Ending::converged && !(fixed && record.outcome == Ending::iteration_limit))
    objections.push_back(fmt::format("it did not converge ({})", name_of(record.outcome)));
  const double floor = fixed ? 1e-8 : rule.rtol, allowed = 10 * std::max(record.relative_residual, floor);
  if (!(record.true_relative_residual <= allowed))
    objections.push_back(fmt::format("its true residual is {:.1e}, though its recurrence says {:.1e}",
                                     record.true_relative_residual, record.relative_residual));
  const double tolerable = 10 * std::sqrt(rule.rtol);
  if (record.outcome == Ending::converged && record.error && !(*record.error <= tolerable))
    objections.push_back(fmt::format("its relative error is {:.1e}, more than {:.1e}", *record.error, tolerable));
  return objections;
}

}  // namespace

SolveRecord solve(const ChosenMethod& chosen, const MethodOptions& how, const RunOptions& often,
                  const SolveInputs& inputs, ProgressLine& progress) {
  const CatalogueRow& row = *find_method(chosen.name);
  SolveRecord record;
  record.method = row.name;
  record.formulation = how.formulation;
  record.preconditioner = chosen.preconditioner;
  record.reduction = how.reduction;
  record.attach_dots = how.attach_dots;
  record.norm = how.norm;
  record.ranks = inputs.ranks.size();
  record.threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  record.rhs = how.rhs;
  record.rows = inputs.system.global_rows;
  record.nonzeros = inputs.system.global_nonzeros;
  record.rtol = how.rtol;

  const double began = wall_time();
  const auto M = make_preconditioner(chosen.preconditioner, inputs.system);
  Exec().fence("preconditioner");
  record.setup_seconds = inputs.ranks.reduce(wall_time() - began, ReduceBy::maximum);
  const System& system = inputs.system;
  Bench bench{row, how, inputs, *M, stopping_rule(how, inputs), make_vector("x", system.rows, system.ghosts, how.rhs),
              {}};
  run_timed(bench, often, progress, record);
  run_recorded(bench, often.detail, record);
  record.objections = objections_to(record, bench.rule);
  return record;
}

}  // namespace minikrylov
