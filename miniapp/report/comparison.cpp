// Compares the solves of a run.
#include "miniapp/report/comparison.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/report/compression.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

double median_iteration(const SolveRecord& s) { return summarise(s.iteration_seconds.values).median; }
double median_solve(const SolveRecord& s) { return summarise(s.solve_seconds).median; }
double predicted(const SolveRecord& s) { return s.predicted_seconds_per_iteration.value_or(0); }

/// Per iteration: what sums over ranks cost, and what computation hid of them, relative to sums alone.
struct ExposedSums {
  double exposed = 0, alone = 0;
};

ExposedSums sums_of(const SolveRecord& s) {
  ExposedSums sums;
  const double iterations = std::max(1, s.iterations);
  for (const ReductionRow& r : s.reductions) {
    sums.exposed += exposed_seconds(r) / iterations;
    sums.alone += r.alone_seconds / iterations;
  }
  return sums;
}

/// "12.3 µs (85 %)"; negative where waiting took longer than the sums alone, and without the share where it took more
/// than twice as long, since ranks then waited for one another, not for the sums; "-" without sums.
std::string hidden_of(const SolveRecord& s, const RunRecord& run) {
  const ExposedSums sums = sums_of(s);
  const bool alone = s.ranks == 1 && !run.emulated_latency && !run.emulated_bandwidth;
  if (alone || sums.alone <= 0) return "-";
  const double hidden = sums.alone - sums.exposed;
  if (hidden < -sums.alone) return readable_seconds(hidden);
  return fmt::format("{} ({:.0f} %)", readable_seconds(hidden), 100 * hidden / sums.alone);
}

/// The solve by the classical method that `solve` rearranges, under the same conditions; null if it was not run.
const SolveRecord* classical_of(const SolveRecord& solve, const Record& record) {
  const CatalogueRow* row = find_method(solve.method);
  if (row == nullptr) return nullptr;
  const auto found = std::find_if(record.solves.begin(), record.solves.end(), [&](const SolveRecord& s) {
    return s.method == row->classical && s.preconditioner == solve.preconditioner;
  });
  return found == record.solves.end() ? nullptr : &*found;
}

std::string ratio_to_classical(const SolveRecord& solve, const Record& record) {
  const SolveRecord* classical = classical_of(solve, record);
  if (classical == nullptr || median_iteration(*classical) <= 0) return "-";
  return fmt::format("{:.2f}", median_iteration(solve) / median_iteration(*classical));
}

/// A warning if the network was emulated or the ranks were simulated.
std::string emulation_of(const RunRecord& run) {
  std::string text;
  if (run.emulated_latency || run.emulated_bandwidth || run.emulated_noise)
    text += "  EMULATED: these are times on an emulated network\n";
  if (run.simulated) text += "  SIMULATED: these are times on a simulated cluster\n";
  return text;
}

std::string ending_of(const SolveRecord& s) {
  if (!s.accuracy) return std::string(name_of(s.outcome));
  return *s.attainable_accuracy <= *s.accuracy ? "reached" : "out of reach";
}

/// What probably made `winner` faster than `other`: the largest of three differences, in words.
std::string reason(const SolveRecord& winner, const SolveRecord& other) {
  double sums = 0;
  for (const ReductionRow& r : other.reductions) sums += exposed_seconds(r);
  const double sums_of_other = sums;
  for (const ReductionRow& r : winner.reductions) sums -= exposed_seconds(r);
  const double iterations = (other.iterations - winner.iterations) * median_iteration(other);
  const double memory = (predicted(other) - predicted(winner)) * winner.iterations;
  const double most = std::max({iterations, memory, sums});
  if (most <= 0) return "though neither iterations nor bytes nor sums over ranks explain why";
  if (most == iterations)
    return fmt::format("mainly because it needs {} iterations instead of {}", winner.iterations, other.iterations);
  if (most == memory)
    return fmt::format("mainly because an iteration moves less data: {} instead of {} at the bandwidth of {}",
                       readable_seconds(predicted(winner)), readable_seconds(predicted(other)),
                       name_of(other.working_set_level));
  return fmt::format("mainly because sums over ranks take less time: {} instead of {}",
                     readable_seconds(sums_of_other - sums), readable_seconds(sums_of_other));
}

}  // namespace

std::string method_of(const SolveRecord& s) {
  if (s.preconditioner == PreconditionerChoice::none) return s.method;
  return fmt::format("{} + {}", s.method, name_of(s.preconditioner));
}

std::string title_of(const SolveRecord& s) { return method_of(s) + if_compressed(s.compression, " (compressed)"); }

std::string report_comparison(const Record& record) {
  if (record.solves.empty()) return "";
  const bool by_accuracy = record.solves.front().accuracy.has_value();
  TextTable table({"method", "iterations", "an iteration", "99 % interval", "predicted", "sums", "exposed", "hidden",
                   "to classical", by_accuracy ? "time to it" : "solve", "true residual",
                   by_accuracy ? "at best" : "norm", "outcome"});
  for (const SolveRecord& s : record.solves) {
    const Summary t = summarise(s.iteration_seconds.values);
    const bool enough = t.interval.confidence == Confidence::reached;
    table.add({title_of(s), readable(std::int64_t{s.iterations}, ""), readable_seconds(t.median),
               enough ? fmt::format("{} … {}", readable_seconds(t.interval.low), readable_seconds(t.interval.high))
                      : "too few",
               s.predicted_seconds_per_iteration ? readable_seconds(*s.predicted_seconds_per_iteration) : "-",
               fmt::format("{:.2g}", s.reductions_started), readable_seconds(sums_of(s).exposed),
               hidden_of(s, record.run), ratio_to_classical(s, record), readable_seconds(median_solve(s)),
               fmt::format("{:.1e}", s.true_relative_residual),
               by_accuracy ? fmt::format("{:.1e}", s.attainable_accuracy.value_or(0)) : std::string(name_of(s.norm)),
               ending_of(s)});
  }
  const std::string title =
      by_accuracy
          ? fmt::format("All solves until ‖b - A x‖ ≤ {:.1e} ‖b‖ (times are medians; at best: the minimum attainable)",
                        *record.solves.front().accuracy)
          : "All solves side by side (times are medians; norm: that of the stopping test)";
  return fmt::format(
      "\n{}\n{}  predicted: its bytes at the bandwidth of a triad in the caches or memory that hold them; exposed, "
      "hidden: time of sums over ranks per iteration "
      "(hidden is negative where they took longer than alone: ranks wait for one another); to classical: ratio of "
      "iteration times\n{}",
      title, table.text(2), emulation_of(record.run));
}

std::string report_winner(const Record& record) {
  std::vector<const SolveRecord*> finishers;
  for (const SolveRecord& s : record.solves)
    if (s.objections.empty()) finishers.push_back(&s);
  if (finishers.size() < 2) return "";
  std::sort(finishers.begin(), finishers.end(),
            [](const auto* a, const auto* b) { return median_solve(*a) < median_solve(*b); });
  const SolveRecord &winner = *finishers[0], &next = *finishers[1];
  std::string text = fmt::format("\n{} was fastest with {}: {:.2f} times as fast as {}, {}", title_of(winner),
                                 readable_seconds(median_solve(winner)), median_solve(next) / median_solve(winner),
                                 title_of(next), reason(winner, next));
  const SolveRecord* classical = classical_of(winner, record);
  if (classical != nullptr && classical != &winner && classical != &next)
    text += fmt::format("; {:.2f} times as fast as {}, {}", median_solve(*classical) / median_solve(winner),
                        title_of(*classical), reason(winner, *classical));
  const double noise = summarise(winner.solve_seconds).maximum;
  if (noise > median_solve(next))
    text += ". Its slowest repetition took longer than the median of the runner-up: the difference may be noise";
  return text + ".\n";
}

}  // namespace minikrylov
