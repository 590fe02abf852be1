// Timed repetitions, without instrumentation.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>

#include "miniapp/solve/check.hpp"
#include "miniapp/solve/stages.hpp"
#include "miniapp/timing/statistics.hpp"
#include "miniapp/timing/timed_operators.hpp"

namespace minikrylov {
namespace {

/// Seconds of solves per triad measurement, which would otherwise take most of the time where solves are short.
constexpr double seconds_between_triads = 1;
/// A single triad is too short to represent the average bandwidth of a shared memory.
constexpr int triads_at_a_time = 5;

/// Solves that take less than this in total use the triad known to the run.
constexpr double seconds_worth_triads = 0.5;

/// Seconds of a repetition of which no warm-up tells: all iterations that are allowed, each of which moves the matrix
/// and some dozens of vectors from memory, and takes as long as kernels of a small system. Collective.
double seconds_at_most(const MethodRun& run, const SolveInputs& inputs) {
  constexpr double vectors = 40, seconds_of_small = 2e-5;
  if (inputs.known_triad <= 0) return seconds_worth_triads;
  const double own = static_cast<double>(inputs.system.matrix->allocated_bytes()) +
                     vectors * sizeof(double) * static_cast<double>(run.system.x.elements());
  const double seconds = seconds_of_small + inputs.ranks.reduce(own, ReduceBy::sum) / inputs.known_triad;
  return seconds * (run.rule.fixed_iterations >= 0 ? run.rule.fixed_iterations : run.rule.max_iterations);
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median_of(std::span<const double> values) { return summarise({values.begin(), values.end()}).median; }

/// Whether M is a kernel of its own, on vectors of doubles.
bool is_applied_alone(const MethodRun& run) {
  return run.M.kind() == PreconditionerKind::general && run.how.vectors == Precision::double_precision;
}

/// Measures triads, products and applications of M before the first repetition and after each one, or less often where
/// they are short.
class TriadsBetween {
 public:
  /// `known`: bytes per second, used instead of measuring unless 0.
  TriadsBetween(const MethodRun& run, const SolveInputs& inputs, double known)
      : A_(inputs.A), run_(run), triad_(inputs.triad), timed_(inputs.system, inputs.ranks), known_(known) {
    measure();
  }

  void measure() {
    if (known_ > 0 && !samples_.empty()) return;
    for (int k = 0; k < triads_at_a_time; ++k) {
      samples_.push_back(known_ > 0 ? known_ : triad_.sample());
      if (known_ > 0 || triad_.described()) continue;
      updates_.push_back(triad_.sample_updates());
      products_.push_back(timed_.product(A_));
      if (is_applied_alone(run_)) applications_.push_back(timed_.application(run_.M, run_.system.x.width));
    }
  }
  void add_repetition() { measured_before_.push_back(samples_.size()); }

  [[nodiscard]] double median() const { return summarise(samples_).median; }
  /// Of updates in place, measured in turns with the triads; nothing where these are known or described.
  [[nodiscard]] std::optional<double> median_update() const {
    return updates_.empty() ? std::nullopt : std::optional(summarise(updates_).median);
  }
  /// Bytes per second beside each repetition: the mean of the triads right before and right after it.
  [[nodiscard]] std::vector<double> beside_each() const { return of_each(mean_of, samples_); }
  /// Seconds of a product likewise: the median, as the odd one waits for its core; nothing where none was measured.
  [[nodiscard]] std::optional<std::vector<double>> products_beside_each() const { return medians_of_each(products_); }
  /// The same of an application of M.
  [[nodiscard]] std::optional<std::vector<double>> applications_beside_each() const {
    return medians_of_each(applications_);
  }

 private:
  /// `value` of what was measured right before and right after each repetition.
  [[nodiscard]] std::vector<double> of_each(double (*value)(std::span<const double>),
                                            std::span<const double> measured) const {
    std::vector<double> values;
    for (const std::size_t before : measured_before_) {
      const std::span<const double> from = measured.subspan(before - triads_at_a_time);
      values.push_back(value(from.first(std::min<std::size_t>(from.size(), 2 * triads_at_a_time))));
    }
    return values;
  }

  [[nodiscard]] std::optional<std::vector<double>> medians_of_each(const std::vector<double>& measured) const {
    if (measured.empty()) return std::nullopt;
    return of_each(median_of, measured);
  }

  const Operator& A_;  ///< of the system: a method's own may be in lower precision, or carry sums in its halo
  const MethodRun& run_;
  const CommonTriad& triad_;
  TimedOperators timed_;
  double known_;
  std::vector<double> samples_, updates_, products_, applications_;
  std::vector<std::size_t> measured_before_;  ///< one per repetition
};

struct Repetition {
  Outcome outcome;
  double began;  ///< wall_time() when all ranks were ready
};

Repetition repeat(const MethodRun& run, Reduction& reduction, const Observers& observers, const Communicator& ranks) {
  reset(run);
  Exec().fence("before a solve");
  ranks.barrier();
  const double began = wall_time();
  return {run_method(run, reduction, observers), began};
}

/// Times of one repetition, by the slowest rank, and of iterations on this one.
struct RepetitionTimes {
  double whole;
  std::vector<double> iterations, own;
};

RepetitionTimes times_of(const Repetition& repetition, const Communicator& ranks) {
  const auto& [outcome, began] = repetition;
  const double whole = ranks.reduce(outcome.times.back() - began, ReduceBy::maximum);
  std::vector<double> seconds;
  for (int i = 1; i <= outcome.iterations; ++i) seconds.push_back(outcome.times[i] - outcome.times[i - 1]);
  return {whole, ranks.reduce(seconds, ReduceBy::maximum), seconds};
}

/// The rows of all ranks, on every rank: only for what was asked for in detail. Collective.
Table gather_rows(const std::vector<double>& own, const Communicator& ranks) {
  const std::string bytes(reinterpret_cast<const char*>(own.data()), own.size() * sizeof(double));
  Table table{std::max<std::size_t>(1, own.size()), {}};
  for (const std::string& of_rank : ranks.gather(bytes)) {
    std::vector<double> row(of_rank.size() / sizeof(double));
    std::memcpy(row.data(), of_rank.data(), of_rank.size());
    table.values.insert(table.values.end(), row.begin(), row.end());
  }
  return table;
}

}  // namespace

SolveTimes run_timed(const Measured& measured, const RunOptions& often, const SolveInputs& inputs,
                     ProgressLine& progress) {
  const MethodRun& run = measured.run;
  Observers observers;
  if (progress.visible())
    observers.on_judgement = [&](int i, double residual) { progress.show(run.row.name, i, residual, run.rule.rtol); };
  SolveTimes times;
  double expected = 0;
  if (often.warm_up == 0) expected = std::max(often.repetitions * seconds_at_most(run, inputs), often.minimum_seconds);
  for (int k = 0; k < often.warm_up; ++k) {
    const Repetition warm = repeat(run, measured.reduction, observers, inputs.ranks);
    times.digests.push_back(digest_of(run, warm.outcome));
    const double seconds = inputs.ranks.reduce(warm.outcome.times.back() - warm.began, ReduceBy::maximum);
    expected = std::max(often.repetitions * seconds, often.minimum_seconds);
  }
  if (often.span_seconds > 0) expected = often.span_seconds;
  const bool too_short = inputs.known_triad > 0 && expected < seconds_worth_triads;
  TriadsBetween triads(run, inputs, too_short ? inputs.known_triad : 0);
  if (too_short) times.triad_source = "of the run";
  double seconds = 0, seconds_at_triad = 0;
  std::vector<double> of_this_rank;
  // Half of the next solve may lie beyond the span: on average it ends on time. Ranks agree by the slowest clock.
  const double began = wall_time();
  const auto fits = [&](int done) {
    return often.span_seconds > 0 &&
           inputs.ranks.reduce(wall_time() - began, ReduceBy::maximum) + 0.5 * seconds / std::max(1, done) <
               often.span_seconds;
  };
  for (int k = 0; k < often.repetitions || seconds < often.minimum_seconds || fits(k); ++k) {
    progress.show(k < often.repetitions
                      ? fmt::format("{}: timed repetition {} of {}", run.row.name, k + 1, often.repetitions)
                      : fmt::format("{}: timed repetition {}", run.row.name, k + 1));
    triads.add_repetition();
    const Repetition timed =
        repeat(run, measured.reduction, {nullptr, with_noise(measured, inputs.ranks)}, inputs.ranks);
    const auto [whole, iterations, own] = times_of(timed, inputs.ranks);
    times.digests.push_back(digest_of(run, timed.outcome));
    times.solve_seconds.push_back(whole);
    times.iteration_seconds.columns = std::max<std::size_t>(1, iterations.size());
    auto& all = times.iteration_seconds.values;
    all.insert(all.end(), iterations.begin(), iterations.end());
    if (often.detail == Detail::on) of_this_rank.insert(of_this_rank.end(), own.begin(), own.end());
    seconds += whole;
    if (k >= often.repetitions && seconds < seconds_at_triad + seconds_between_triads) continue;
    triads.measure();
    seconds_at_triad = seconds;
  }
  if (often.detail == Detail::on) times.seconds_of_ranks = gather_rows(of_this_rank, inputs.ranks);
  times.triad_bytes_per_second = triads.median();
  times.update_bytes_per_second = triads.median_update();
  times.triads_beside = triads.beside_each();
  times.products_beside = triads.products_beside_each();
  times.applications_beside = triads.applications_beside_each();
  progress.clear();
  return times;
}

}  // namespace minikrylov
