// Timed repetitions: nothing is observed but the clock.
#include <fmt/format.h>

#include <algorithm>

#include "miniapp/solve_stages.hpp"
#include "miniapp/statistics.hpp"

namespace minikrylov {
namespace {

/// Further solves may be so short that measuring the triad beside each would take most of the time.
constexpr double seconds_between_triads = 1;
/// One alone is over too soon to tell how fast a shared memory is on average.
constexpr int triads_at_a_time = 3;

struct Repetition {
  Outcome outcome;
  double began;  ///< wall_time() when all ranks were ready
};

Repetition repeat(MethodRun& run, Reduction& reduction, const Observers& observers, const Communicator& ranks) {
  start_afresh(run);
  Exec().fence("before a solve");
  ranks.barrier();
  const double began = wall_time();
  return {run_method(run, reduction, observers), began};
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

}  // namespace

void run_timed(Measured& measured, const RunOptions& often, const SolveInputs& inputs, ProgressLine& progress,
               SolveRecord& record) {
  MethodRun& run = measured.run;
  Observers observers;
  if (progress.visible())
    observers.on_judgement = [&](int i, double residual) { progress.show(run.row.name, i, residual, run.rule.rtol); };
  for (int k = 0; k < often.warm_up; ++k) static_cast<void>(repeat(run, measured.reduction, observers, inputs.ranks));
  std::vector<double> triads;
  const auto measure_triad = [&] {
    for (int k = 0; k < triads_at_a_time; ++k) triads.push_back(inputs.triad.sample());
  };
  measure_triad();
  double seconds = 0, seconds_at_triad = 0;
  for (int k = 0; k < often.repetitions || seconds < often.least_seconds; ++k) {
    progress.show(k < often.repetitions
                      ? fmt::format("{}: timed repetition {} of {}", run.row.name, k + 1, often.repetitions)
                      : fmt::format("{}: timed repetition {}", run.row.name, k + 1));
    add_times(repeat(run, measured.reduction, {nullptr, with_noise(measured, inputs.ranks)}, inputs.ranks),
              inputs.ranks, record);
    seconds += record.solve_seconds.back();
    if (k >= often.repetitions && seconds < seconds_at_triad + seconds_between_triads) continue;
    measure_triad();
    seconds_at_triad = seconds;
  }
  record.triad_bytes_per_second = summarise(triads).median;
  progress.clear();
}

}  // namespace minikrylov
