// Compares model and measurement.
#include "miniapp/model/compare.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "miniapp/model/measured/measured.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {

namespace {

/// "+3 %"
std::string error_text(double error) { return fmt::format("{:+.0f} %", 100 * error); }

/// What was emulated: "200 µs, 1 GB/s, noise 50 µs"; "-" if nothing was.
std::string network_text(const ComparisonRow& row) {
  std::vector<std::string> parts;
  if (row.emulated_latency > 0) parts.push_back(readable_seconds(row.emulated_latency));
  if (row.emulated_bandwidth > 0) parts.push_back(readable(row.emulated_bandwidth, "bytes/s"));
  if (row.emulated_noise > 0) parts.push_back("noise " + readable_seconds(row.emulated_noise));
  return parts.empty() ? "-" : fmt::format("{}", fmt::join(parts, ", "));
}

/// Sizes of a model's errors.
struct Errors {
  double sum = 0, largest = 0;
  int count = 0;

  void add(double error) {
    sum += std::fabs(error);
    largest = std::max(largest, std::fabs(error));
    ++count;
  }
  [[nodiscard]] std::string mean_text() const { return fmt::format("{:.0f} %", 100 * sum / count); }
  [[nodiscard]] std::string largest_text() const { return fmt::format("{:.0f} %", 100 * largest); }
};

/// A line per method: the errors of both models over its solves.
std::string summary_of(const std::vector<ComparisonRow>& rows) {
  std::map<std::string, std::pair<Errors, Errors>> errors;
  for (const ComparisonRow& r : rows) {
    errors[r.method].first.add(r.error);
    errors[r.method].second.add(r.loggops_error);
  }
  TextTable summary({"method", "solves", "mean error of data transfer", "largest", "mean error of LogGOPS", "largest"});
  for (const auto& [method, both] : errors)
    summary.add({method, std::to_string(both.first.count), both.first.mean_text(), both.first.largest_text(),
                 both.second.mean_text(), both.second.largest_text()});
  return summary.text(2);
}

/// A repetition, and its prediction.
struct Predicted {
  MeasuredRepetition measured;
  double seconds;

  [[nodiscard]] double error() const { return seconds / measured.seconds - 1; }
};

/// The solve with the bandwidth of the triads beside a repetition, if it has any; that of updates follows it. So with
/// the products and applications of M between these triads, which have times of their own that triads do not follow.
MeasuredSolve beside(const MeasuredRepetition& repetition, MeasuredSolve solve) {
  if (repetition.triad <= 0) return solve;
  if (solve.triad > 0) solve.update *= repetition.triad / solve.triad;
  solve.triad = repetition.triad;
  solve.precondition_seconds = repetition.application;
  if (repetition.product <= 0) return solve;
  solve.product_seconds = repetition.product;
  solve.product_triad = solve.triad;
  solve.product_update = solve.update;
  return solve;
}

/// The repetition with the median error. Each is predicted by what was measured beside it: the memory of a shared
/// machine is faster in one and slower in the next.
Predicted typical(const MeasuredSolve& solve, const std::vector<MeasuredRepetition>& repetitions,
                  const MethodShape& shape, const MachineModel& machine) {
  std::map<std::tuple<double, double, double>, double> predictions;  // short repetitions share what is beside them
  std::vector<Predicted> all;
  for (const MeasuredRepetition& r : repetitions) {
    const auto [known, is_new] = predictions.try_emplace({r.triad, r.product, r.application});
    if (is_new) known->second = predicted_seconds(beside(r, solve), shape, machine, TimeModel::data_transfer);
    all.push_back({r, known->second});
  }
  const auto middle = all.begin() + (static_cast<std::ptrdiff_t>(all.size()) - 1) / 2;
  std::ranges::nth_element(all, middle, {}, &Predicted::error);
  return *middle;
}

/// Whether there is a time to compare with: not if x₀ was the solution, or no iteration was allowed.
bool has_iterations(const MeasuredSolve& s) {
  return !s.repetitions.empty() &&
         std::ranges::all_of(s.repetitions, [](const MeasuredRepetition& r) { return r.seconds > 0; });
}

}  // namespace

std::vector<ComparisonRow> compare(const std::vector<MeasuredSolve>& solves, const MachineModel& machine) {
  std::vector<ComparisonRow> rows;
  for (const MeasuredSolve& s : solves) {
    if (!has_iterations(s)) continue;
    MeasuredSolve one = s;
    one.repetitions.clear();  // not to be copied with each
    const MethodShape shape = shape_of(s);
    const Predicted transfer = typical(one, s.repetitions, shape, machine);
    const double measured = transfer.measured.seconds,
                 loggops = predicted_seconds(beside(transfer.measured, one), shape, machine, TimeModel::loggops);
    rows.push_back({.file = s.file,
                    .method = s.method,
                    .preconditioner = s.preconditioner,
                    .format = s.format,
                    .ranks = s.ranks,
                    .rhs = s.rhs,
                    .rows = s.rows,
                    .emulated_latency = s.emulated_latency,
                    .emulated_bandwidth = s.emulated_bandwidth,
                    .emulated_noise = s.emulated_noise,
                    .measured_seconds = measured,
                    .predicted_seconds = transfer.seconds,
                    .error = transfer.error(),
                    .loggops_seconds = loggops,
                    .loggops_error = loggops / measured - 1});
  }
  return rows;
}

std::string report_model_comparison(const std::vector<ComparisonRow>& rows) {
  TextTable table({"method", "M", "matrix", "ranks", "rhs", "rows", "network", "measured", "data transfer", "error",
                   "LogGOPS", "error"});
  for (const ComparisonRow& r : rows) {
    table.add({r.method, r.preconditioner, r.format, std::to_string(r.ranks), std::to_string(r.rhs),
               readable(r.rows, ""), network_text(r), readable_seconds(r.measured_seconds),
               readable_seconds(r.predicted_seconds), error_text(r.error), readable_seconds(r.loggops_seconds),
               error_text(r.loggops_error)});
  }
  const bool emulated = std::any_of(rows.begin(), rows.end(), [](const ComparisonRow& r) { return r.is_emulated(); });
  return "Time per iteration, measured and predicted at the triads, products and M beside: of the repetition with "
         "the median error\n" +
         table.text(2) +
         (emulated ? "  EMULATED where a network is named: these are times on an emulated network\n" : "") + "\n" +
         summary_of(rows);
}

}  // namespace minikrylov
