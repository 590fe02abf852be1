// The recorded repetition: histories, kernels, reductions and costs.
#include <algorithm>
#include <cmath>
#include <set>

#include "comm/reduction/reduction_log.hpp"
#include "comm/runtime/simulation.hpp"
#include "miniapp/solve/check.hpp"
#include "miniapp/solve/stages.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

/// Forwards kernels to both observers.
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

/// The labels of all ranks' kernels, without duplicates and in the same order everywhere. Collective.
std::set<std::string> labels_of(const Profile& profile, const Communicator& ranks) {
  constexpr char end = '\n';
  std::string own;
  for (const auto& [label, entry] : profile.entries()) own += label + end;
  std::set<std::string> labels;
  for (const std::string& list : ranks.gather(own))
    for (std::size_t from = 0; from < list.size();) {
      const std::size_t to = list.find(end, from);
      labels.insert(list.substr(from, to - from));
      from = to + 1;
    }
  return labels;
}

/// Kernels of all ranks by label: bytes and operations are summed, calls and times are those of the rank with the
/// maximum. A rank need not have run every kernel.
std::vector<KernelRow> gather_kernels(const Profile& profile, const Communicator& ranks) {
  std::vector<KernelRow> rows;
  for (const std::string& label : labels_of(profile, ranks)) {
    const auto found = profile.entries().find(label);
    const ProfileEntry entry = found == profile.entries().end() ? ProfileEntry{} : found->second;
    const auto sums = ranks.reduce({entry.cost.bytes_read, entry.cost.bytes_written, entry.cost.flops}, ReduceBy::sum);
    const auto most = ranks.reduce({static_cast<double>(entry.calls), entry.seconds}, ReduceBy::maximum);
    rows.push_back({.name = label,
                    .calls = static_cast<long>(most[0]),
                    .seconds = most[1],
                    .bytes_read = sums[0],
                    .bytes_written = sums[1],
                    .flops = sums[2]});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  return rows;
}

/// The time of one reduction of `values` numbers with nothing between start and finish: the median of many,
/// or of a few where the same happens each time.
double time_alone(Reduction& reduction, std::size_t values, const Communicator& ranks) {
  const int repetitions = simulator().empty() ? 50 : 3;
  std::vector<double> numbers(values), seconds;
  for (int k = 0; k < repetitions; ++k) {
    std::fill(numbers.begin(), numbers.end(), 1.0);
    ranks.barrier();
    const double began = wall_time();
    reduction.start(numbers, "alone");
    reduction.finish();
    seconds.push_back(wall_time() - began);
  }
  return summarise(ranks.reduce(seconds, ReduceBy::maximum)).median;
}

std::vector<ReductionRow> gather_reductions(const std::vector<ReductionCounts>& counts, Reduction& reduction,
                                            const Communicator& ranks) {
  std::vector<ReductionRow> rows;
  for (const ReductionCounts& c : counts) {
    const auto values = static_cast<std::size_t>(c.values / c.sums);
    rows.push_back({.label = c.label,
                    .calls = c.sums,
                    .values = c.values,
                    .start_seconds = ranks.reduce(c.start_seconds, ReduceBy::maximum),
                    .finish_seconds = ranks.reduce(c.finish_seconds, ReduceBy::maximum),
                    .alone_seconds = static_cast<double>(c.sums) * time_alone(reduction, values, ranks)});
  }
  return rows;
}

ProgressUse progress_use(const Progress& progress, int iterations, const Communicator& ranks) {
  const ProgressOptions asked = progress.options();
  const ProgressCounts spent = progress.counts();
  const double n = std::max(1, iterations), calls = ranks.reduce(static_cast<double>(spent.calls), ReduceBy::maximum);
  const double seconds = ranks.reduce(spent.seconds, ReduceBy::maximum);
  if (calls == 0) return {};
  ProgressUse use{.progress = asked.kind, .progress_calls = calls / n, .progress_seconds = seconds / n};
  if (asked.kind == ProgressKind::manual) use.progress_calls_per_loop = asked.calls_per_loop;
  return use;
}

/// The maximum of norm[j] / reference[j], with 0 / 0 = 0; NaN if one is.
template <class Norms> double largest_ratio(const Norms& norm, const std::vector<double>& reference) {
  double largest = 0;
  for (std::size_t j = 0; j < reference.size(); ++j) {
    const double above = norm[static_cast<int>(j)], ratio = above == 0 ? 0 : above / reference[j];
    if (std::isnan(ratio)) return std::nan("");  // without a sign
    largest = std::max(largest, ratio);
  }
  return largest;
}

/// Norms of the system as it was given, from those of the one that was solved.
Table unscaled(Table norms, int exponent) {
  if (exponent != 0)
    for (double& norm : norms.values) norm = std::ldexp(norm, -exponent);
  return norms;
}

/// What the observers of the recorded repetition saw.
struct Seen {
  Outcome outcome;
  Profile profile;
  Trace trace;
  std::vector<ReductionCounts> sums;
  std::int64_t setup_sums;   ///< before the first stopping test
  double largest_condition;  ///< of an s-step method's bases
  Table true_history;
};

SolveResult result_of(const Seen& seen, const Measured& measured, const SolveInputs& inputs) {
  const Outcome& outcome = seen.outcome;
  const MethodRun& run = measured.run;
  const std::vector<double>& reference = run.rule.reference;
  const auto width = static_cast<std::size_t>(run.system.x.width);
  const std::size_t last = outcome.residual_history.size() - width;
  const TrueResidual in_norm(inputs.A, run.system.b, {measured.norm, run.M}, inputs.ranks),
      plain(inputs.A, run.system.b, {ResidualNorm::unpreconditioned, run.M}, inputs.ranks);
  SolveResult result{.iterations = outcome.iterations,
                     .outcome = outcome.worst(),
                     .restarts = outcome.restarts,
                     .replacements = outcome.replacements,
                     .smallest_steps = outcome.smallest_steps,
                     .exact_products = outcome.exact_products,
                     .true_relative_residual = largest_ratio(plain(run.system.x), measured.norm_of_b),
                     .true_residual_in_norm = largest_ratio(in_norm(run.system.x), reference),
                     .error = relative_error(run.system.x, inputs.sides, inputs.ranks),
                     .outcomes = outcome.endings,
                     .iterations_of = outcome.iterations_of,
                     .residual_history = unscaled({width, outcome.residual_history}, measured.norm_exponent),
                     .true_residual_history = unscaled(seen.true_history, measured.norm_exponent),
                     .digest = digest_of(run, outcome)};
  if (run.row.needs == Needs::basis) result.basis_condition = seen.largest_condition;
  result.relative_residual = largest_ratio(&outcome.residual_history[last], reference);
  return result;
}

Seen watch_solve(const Measured& measured, Detail detail, const SolveInputs& inputs) {
  const MethodRun& run = measured.run;
  const TrueResidual true_residual(inputs.A, run.system.b, {measured.norm, run.M}, inputs.ranks);
  const auto width = static_cast<std::size_t>(run.system.x.width);
  Table history{width, {}};
  std::int64_t setup_sums = 0;
  double largest_condition = 0;
  Scalars last;
  // Where corrections are computed, x changes between them only.
  const bool by_corrections = run.refining.exact != nullptr && (run.refining.how == Refinement::restart ||
                                                                run.how.vectors != Precision::double_precision);
  reset(run);
  Recorder recorder(inputs.ranks);
  ReductionLog log;
  ObservedReduction reduction(measured.reduction, {&log, &recorder.trace});
  const auto look = [&](int i, double) {
    if (i == 0) setup_sums = log.sums();
    recorder.trace.judged(i);
    if (detail == Detail::off) return;
    const int delivered = delivered_at(run.row, i);
    if (delivered == 0 && i > 0) return;
    recorder.trace.pause();
    const Scalars norm = true_residual(run.system.x);
    const bool is_new = (delivered == i && !by_corrections) || i == 0 || norm[0] != last[0];
    last = norm;
    // Iterates that are not tested, or not delivered, have no known norm.
    history.values.resize(width * static_cast<std::size_t>(delivered), std::nan(""));
    for (int j = 0; j < run.system.x.width; ++j) history.values.push_back(is_new ? norm[j] : std::nan(""));
    recorder.trace.resume(inputs.ranks);
  };
  Outcome outcome = [&] {
    const ObservingHalo halo(*inputs.system.halo, recorder.trace);
    std::optional<ObservingHalo> deep;
    if (inputs.system.deep_halo != nullptr) deep.emplace(inputs.system.deep_halo->of_first_chain(), recorder.trace);
    return run_method(run, reduction, {&recorder, with_noise(measured, inputs.ranks, look), &largest_condition});
  }();
  return {.outcome = std::move(outcome),
          .profile = std::move(recorder.profile),
          .trace = std::move(recorder.trace),
          .sums = log.counts(),
          .setup_sums = setup_sums,
          .largest_condition = largest_condition,
          .true_history = std::move(history)};
}

/// Iterations of a timeline: two, or those of a block.
int shown_in_timeline(const MethodRun& run) {
  const int terms = run.parameters.basis.steps();
  return terms == 0 ? 2 : run.row.family == Family::cg ? terms : terms / 2;
}

SolveProfile profile_of(const Seen& seen, int shown, Reduction& reduction, const Communicator& ranks) {
  std::int64_t sums = -seen.setup_sums;
  for (const ReductionCounts& counts : seen.sums) sums += counts.sums;
  return {.reductions_started = static_cast<double>(sums) / std::max(1, seen.outcome.iterations),
          .kernels = gather_kernels(seen.profile, ranks),
          .reductions = gather_reductions(seen.sums, reduction, ranks),
          .timeline = timeline_of(seen.trace, seen.outcome.iterations, shown, ranks)};
}

}  // namespace

Recorded run_recorded(const Measured& measured, Detail detail, double triad, const SolveInputs& inputs) {
  const MethodRun& run = measured.run;
  inputs.progress.reset_counts();
  const Seen seen = watch_solve(measured, detail, inputs);
  const ProgressUse progress = progress_use(inputs.progress, seen.outcome.iterations, inputs.ranks);
  if (inputs.trace != nullptr) inputs.trace->add(run.row.name, seen.trace, inputs.ranks);
  return {.result = result_of(seen, measured, inputs),
          .costs = costs_of(seen.outcome, run, triad, inputs),
          .progress = progress,
          .profile = profile_of(seen, shown_in_timeline(run), measured.reduction, inputs.ranks)};
}

}  // namespace minikrylov
