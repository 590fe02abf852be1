// The measurement of overlap.
#include "miniapp/overlap/measure.hpp"

#include <algorithm>
#include <stdexcept>

#include "miniapp/overlap/work.hpp"
#include "miniapp/timing/statistics.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// A mode and its samples.
struct Series {
  OverlapMode mode;
  int tests;
  std::vector<double> together{}, computing{}, communicating{};
};

struct Sample {
  double computing, communicating;
};

Sample run_blocking(Pattern& pattern, Work& work, long elements, int parts) {
  const double began = wall_time();
  pattern.run();
  const double communicated = wall_time();
  for (int k = 0; k < parts; ++k) work.run(elements / parts);
  return {wall_time() - communicated, communicated - began};
}

Sample run_overlapped(Pattern& pattern, Work& work, long elements, const Series& series, const Progress& progress) {
  const double began = wall_time();
  {
    const auto lock = progress.lock();
    pattern.start();
    progress.watch(pattern);
  }
  const double started = wall_time();
  for (int k = 0; k < series.tests; ++k) {
    work.run(elements / series.tests);
    if (series.mode == OverlapMode::tests) pattern.poll();
  }
  const double computed = wall_time();
  const auto lock = progress.lock();
  pattern.finish();
  progress.unwatch(pattern);
  return {computed - started, wall_time() - computed + started - began};
}

/// Runs once on all ranks together; ranks without a pattern wait for the others.
Sample run_once(Pattern* pattern, Work& work, long elements, const Series& series, const Communicator& ranks) {
  const Progress progress({series.mode == OverlapMode::thread ? ProgressKind::thread : ProgressKind::none, 1});
  ranks.barrier();
  if (pattern == nullptr) return {0, 0};
  const Sample sample = series.mode == OverlapMode::blocking
                            ? run_blocking(*pattern, work, elements, series.tests)
                            : run_overlapped(*pattern, work, elements, series, progress);
  if (!pattern->verify()) throw std::runtime_error("the overlap benchmark received a wrong message");
  return sample;
}

double median_over_ranks(const std::vector<double>& samples, const Communicator& ranks) {
  return summarise(ranks.reduce(samples, ReduceBy::maximum)).median;
}

/// The median time of the blocking communication, or of the non-blocking one with nothing in between.
double time_alone(Pattern* pattern, OverlapMode mode, int samples, const Communicator& ranks) {
  Work none;
  std::vector<double> seconds;
  for (int k = 0; k < samples + 2; ++k) {
    const Sample s = run_once(pattern, none, 0, {mode, 1}, ranks);
    if (k >= 2) seconds.push_back(s.communicating);
  }
  return median_over_ranks(seconds, ranks);
}

std::vector<Series> series_of(const OverlapPlan& plan) {
  std::vector<Series> all{{OverlapMode::blocking, 20}, {OverlapMode::nonblocking, 20}};
  for (const int tests : plan.tests) all.push_back({OverlapMode::tests, tests});
  if (objection_to_progress_thread().empty()) all.push_back({OverlapMode::thread, 20});
  return all;
}

OverlapRow row_of(const Series& series, const Series& blocking, double alone, const Communicator& ranks) {
  OverlapRow row;
  const Summary together = summarise(ranks.reduce(series.together, ReduceBy::maximum));
  row.mode = series.mode;
  row.tests = series.tests;
  row.samples = static_cast<std::int64_t>(together.count);
  row.seconds = together.median;
  row.seconds_low = together.interval.low;
  row.seconds_high = together.interval.high;
  row.computing_seconds = median_over_ranks(series.computing, ranks);
  row.communicating_seconds = median_over_ranks(series.communicating, ranks);
  const OverlapTimes times{.blocking_computing = median_over_ranks(blocking.computing, ranks),
                           .blocking_communicating = median_over_ranks(blocking.communicating, ranks),
                           .together = row.seconds,
                           .communicating_alone = alone,
                           .computing_together = row.computing_seconds};
  row.gamma = overlap_overhead(times);
  row.imb_overlap = overlap_by_imb(times);
  row.osu_overlap = overlap_by_osu(times);
  return row;
}

}  // namespace

double overlap_overhead(const OverlapTimes& t) {
  return (t.together - t.blocking_computing) / t.blocking_communicating;
}

double overlap_by_imb(const OverlapTimes& t) {
  const double hidden = t.communicating_alone + t.computing_together - t.together;
  return 100 * std::clamp(hidden / std::min(t.communicating_alone, t.computing_together), 0.0, 1.0);
}

double overlap_by_osu(const OverlapTimes& t) {
  return std::max(0.0, 100 - 100 * (t.together - t.blocking_computing) / t.communicating_alone);
}

std::vector<int> numbers_of_ranks(int all) {
  std::vector<int> numbers;
  for (int p = 2; p < all; p *= 2) numbers.push_back(p);
  numbers.push_back(all);
  return numbers;
}

std::vector<OverlapRow> measure_overlap(const OverlapCase& what, const OverlapPlan& plan, const Communicator& ranks) {
  const auto pattern = make_pattern(what.kind, static_cast<std::size_t>(what.bytes), what.ranks, ranks);
  std::vector<Series> all = series_of(plan);
  const double blocking = time_alone(pattern.get(), OverlapMode::blocking, 20, ranks);
  const double one_of_each = 2 * (blocking + 20e-6) * static_cast<double>(all.size());
  const int samples = std::clamp(static_cast<int>(plan.budget / one_of_each), 8, std::max(8, plan.samples));
  const double alone = time_alone(pattern.get(), OverlapMode::nonblocking, samples, ranks);
  Work work;
  const auto elements = static_cast<long>(
      ranks.reduce(static_cast<double>(work.elements_for(blocking)), ReduceBy::minimum));  // the same on all ranks
  for (int k = -1; k < samples; ++k)
    for (Series& series : all) {
      const Sample sample = run_once(pattern.get(), work, elements, series, ranks);
      if (k < 0) continue;  // warm-up
      series.together.push_back(sample.computing + sample.communicating);
      series.computing.push_back(sample.computing);
      series.communicating.push_back(sample.communicating);
    }
  std::vector<OverlapRow> rows;
  for (const Series& series : all) {
    OverlapRow& row = rows.emplace_back(row_of(series, all.front(), alone, ranks));
    row.pattern = what.kind;
    row.ranks = what.ranks;
    row.bytes = what.bytes;
  }
  return rows;
}

std::string objection_to(PatternKind kind, const Communicator& ranks) {
  try {
    (void)make_pattern(kind, sizeof(double), ranks.size(), ranks);
  } catch (const SetupError& error) {
    return error.what();
  }
  return "";
}

std::vector<OverlapRow> measure_overlaps(const OverlapPlan& plan, const Communicator& ranks) {
  std::vector<OverlapRow> rows;
  for (const PatternKind kind : plan.patterns) {
    if (plan.impossible == Impossible::leave_out && !objection_to(kind, ranks).empty()) continue;
    std::vector<long> sizes = plan.bytes;
    if (kind == PatternKind::allreduce)
      sizes.insert(sizes.end(), plan.allreduce_bytes.begin(), plan.allreduce_bytes.end());
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    for (const int number : plan.ranks)
      for (const long bytes : sizes) {
        const std::vector<OverlapRow> some = measure_overlap({kind, bytes, number}, plan, ranks);
        rows.insert(rows.end(), some.begin(), some.end());
      }
  }
  return rows;
}

}  // namespace minikrylov
