// The recorded repetition: histories, kernels, reductions and costs.
#include <algorithm>
#include <cmath>

#include "comm/observed.hpp"
#include "miniapp/solve/check.hpp"
#include "miniapp/solve/stages.hpp"
#include "miniapp/solve/statistics.hpp"

namespace minikrylov {
namespace {

/// Hands kernels on to both.
struct Recorder final : KernelObserver {
  Profile profile;
  Trace trace;

  explicit Recorder(const Communicator& ranks) : trace(ranks) {}

  void kernel_starts() override { trace.kernel_starts(); }
  void kernel_ended(const std::string& label, double seconds, const Cost& cost) override {
    profile.kernel_ended(label, seconds, cost);
    trace.kernel_ended(label, seconds, cost);
  }
};

/// Kernels over all ranks: bytes and operations are added, the time is the slowest rank's.
std::vector<KernelRow> gather_kernels(const Profile& profile, const Communicator& ranks) {
  std::vector<KernelRow> rows;
  for (const auto& [label, entry] : profile.entries()) {
    const auto sums = ranks.reduce({entry.cost.bytes_read, entry.cost.bytes_written, entry.cost.flops}, ReduceBy::sum);
    rows.push_back({label, entry.calls, ranks.reduce(entry.seconds, ReduceBy::maximum), sums[0], sums[1], sums[2]});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  return rows;
}

/// The time of one sum of `values` numbers when nothing is done between start and finish: the median of many.
double time_alone(Reduction& reduction, std::size_t values, const Communicator& ranks) {
  constexpr int repetitions = 50;
  std::vector<double> numbers(values, 1.0), seconds;
  for (int k = 0; k < repetitions; ++k) {
    ranks.barrier();
    const double began = wall_time();
    reduction.start(numbers, "alone");
    reduction.finish();
    seconds.push_back(wall_time() - began);
  }
  return summarise(ranks.reduce(seconds, ReduceBy::maximum)).median;
}

std::vector<ReductionRow> gather_reductions(const LoggedReduction& observed, Reduction& reduction,
                                            const Communicator& ranks) {
  std::vector<ReductionRow> rows;
  for (const ReductionCounts& c : observed.counts()) {
    const auto values = static_cast<std::size_t>(c.values / c.sums);
    rows.push_back({c.label, c.sums, c.values, ranks.reduce(c.start_seconds, ReduceBy::maximum),
                    ranks.reduce(c.finish_seconds, ReduceBy::maximum),
                    static_cast<double>(c.sums) * time_alone(reduction, values, ranks)});
  }
  return rows;
}

void set_outcome(const Outcome& outcome, const StoppingRule& rule, SolveRecord& record) {
  const auto width = static_cast<std::size_t>(record.rhs);
  record.iterations = outcome.iterations;
  record.restarts = outcome.restarts;
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
void set_costs(const Outcome& outcome, const MethodRun& run, const Communicator& ranks, SolveRecord& record) {
  const TrafficCounters spent = outcome.total - outcome.setup;
  const Vector& x = run.system.x;
  const double n = std::max(1, outcome.iterations), width = record.rhs, rows = x.rows;
  record.vectors_read = static_cast<double>(spent.vectors_read) / n;
  record.vectors_written = static_cast<double>(spent.vectors_written) / n;
  record.vectors_filled = static_cast<double>(spent.vectors_filled) / n;
  record.launches = static_cast<double>(spent.launches) / n;
  record.products = static_cast<double>(spent.products) / n;
  record.preconditions = static_cast<double>(spent.preconditions) / n;
  record.work_vectors = static_cast<int>(run.pool.size());
  record.vector_bytes = static_cast<std::int64_t>(8.0 * x.capacity() * width * (record.work_vectors + 2));

  const Cost product = run.A.cost(record.rhs), precondition = run.M.cost(record.rhs);
  double bytes = 8 * rows * width * (record.vectors_read + record.vectors_written) +
                 record.products * (product.bytes_read + product.bytes_written);
  if (run.M.kind() == PreconditionerKind::diagonal) bytes += record.preconditions * 8 * rows;
  if (run.M.kind() == PreconditionerKind::general)
    bytes += record.preconditions * (precondition.bytes_read + precondition.bytes_written);
  bytes = ranks.reduce(bytes, ReduceBy::sum);
  if (record.triad_bytes_per_second > 0) record.predicted_seconds_per_iteration = bytes / record.triad_bytes_per_second;
}

void set_progress(const Outcome& outcome, const Communicator& ranks, SolveRecord& record) {
  const ProgressCounts spent = Progress::counts();
  const double n = std::max(1, outcome.iterations);
  record.progress_calls = ranks.reduce(static_cast<double>(spent.calls), ReduceBy::maximum) / n;
  record.progress_seconds = ranks.reduce(spent.seconds, ReduceBy::maximum) / n;
}

/// The largest norm[j] / reference[j].
double largest_ratio(const Scalars& norm, const std::vector<double>& reference) {
  double largest = 0;
  for (std::size_t j = 0; j < reference.size(); ++j)
    if (reference[j] > 0) largest = std::max(largest, norm[static_cast<int>(j)] / reference[j]);
  return largest;
}

}  // namespace

void run_recorded(Measured& measured, Detail detail, const SolveInputs& inputs, SolveRecord& record) {
  MethodRun& run = measured.run;
  const Communicator& ranks = inputs.ranks;
  std::string events;
  LoggedReduction observed(measured.reduction, events);
  const TrueResidual true_residual(inputs.A, run.system.b, {measured.norm, run.M}, ranks);
  Table& history = record.true_residual_history;
  history.columns = static_cast<std::size_t>(record.rhs);
  std::int64_t setup_sums = 0;
  reset(run);
  Recorder recorder(ranks);
  ObservedReduction told(observed, recorder.trace);
  const auto look = [&](int i, double) {
    if (i == 0) setup_sums = observed.sums();
    recorder.trace.judged(i);
    if (detail == Detail::off) return;
    recorder.trace.pause();
    // Of iterates that are not judged nothing is known.
    history.values.resize(history.columns * static_cast<std::size_t>(i), std::nan(""));
    const Scalars norm = true_residual(run.system.x);
    for (int j = 0; j < record.rhs; ++j) history.values.push_back(norm[j]);
    recorder.trace.resume(ranks);
  };
  Progress::reset_counts();
  const Outcome outcome = [&] {
    const ObservingHalo halo(recorder.trace);
    return run_method(run, told, {&recorder, with_noise(measured, ranks, look)});
  }();
  set_progress(outcome, ranks, record);
  record.timeline = timeline_of(recorder.trace, outcome.iterations, ranks);
  if (inputs.trace != nullptr) inputs.trace->add(run.row.name, recorder.trace, ranks);
  record.kernels = gather_kernels(recorder.profile, ranks);
  record.reductions = gather_reductions(observed, measured.reduction, ranks);
  set_outcome(outcome, run.rule, record);
  record.reductions_started = static_cast<double>(observed.sums() - setup_sums) / std::max(1, outcome.iterations);
  set_costs(outcome, run, ranks, record);

  const TrueResidual plain(inputs.A, run.system.b, {ResidualNorm::unpreconditioned, run.M}, ranks);
  record.true_relative_residual = largest_ratio(plain(run.system.x), measured.norm_of_b);
  record.true_residual_in_norm = largest_ratio(true_residual(run.system.x), run.rule.reference);
  record.error = relative_error(run.system.x, inputs.sides, ranks);
}

}  // namespace minikrylov
