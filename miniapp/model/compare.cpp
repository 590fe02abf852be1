// Compares model and measurement.
#include "miniapp/model/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "miniapp/model/measured.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {

namespace {

/// "+3 %"
std::string error_text(double error) { return fmt::format("{:+.0f} %", 100 * error); }

}  // namespace

std::vector<ComparisonRow> compare(const std::vector<MeasuredSolve>& solves, const MachineModel& machine) {
  std::vector<ComparisonRow> rows;
  for (const MeasuredSolve& s : solves) {
    if (!(s.seconds > 0)) continue;  // x₀ was the solution, or no iteration was allowed
    const MethodShape shape = shape_of(s);
    const double transfer = predicted_seconds(s, shape, machine, TimeModel::data_transfer),
                 loggops = predicted_seconds(s, shape, machine, TimeModel::loggops);
    rows.push_back({.file = s.file,
                    .method = s.method,
                    .preconditioner = s.preconditioner,
                    .format = s.format,
                    .ranks = s.ranks,
                    .rhs = s.rhs,
                    .rows = s.rows,
                    .emulated_latency = s.emulated_latency,
                    .measured_seconds = s.seconds,
                    .predicted_seconds = transfer,
                    .error = transfer / s.seconds - 1,
                    .loggops_seconds = loggops,
                    .loggops_error = loggops / s.seconds - 1});
  }
  return rows;
}

std::string report_model_comparison(const std::vector<ComparisonRow>& rows) {
  TextTable table({"method", "M", "matrix", "ranks", "rhs", "rows", "latency", "measured", "data transfer", "error",
                   "LogGOPS", "error"});
  std::map<std::string, std::vector<double>> errors;
  for (const ComparisonRow& r : rows) {
    table.add({r.method, r.preconditioner, r.format, std::to_string(r.ranks), std::to_string(r.rhs),
               readable(r.rows, ""), r.emulated_latency > 0 ? readable_seconds(r.emulated_latency) : "-",
               readable_seconds(r.measured_seconds), readable_seconds(r.predicted_seconds), error_text(r.error),
               readable_seconds(r.loggops_seconds), error_text(r.loggops_error)});
    errors[r.method].push_back(std::fabs(r.error));
  }
  TextTable summary({"method", "solves", "mean error of data transfer", "largest"});
  for (const auto& [method, list] : errors) {
    double sum = 0;
    for (const double e : list) sum += e;
    summary.add({method, std::to_string(list.size()),
                 fmt::format("{:.0f} %", 100 * sum / static_cast<double>(list.size())),
                 fmt::format("{:.0f} %", 100 * *std::max_element(list.begin(), list.end()))});
  }
  const bool emulated =
      std::any_of(rows.begin(), rows.end(), [](const ComparisonRow& r) { return r.emulated_latency > 0; });
  return "Time per iteration: measured median and prediction\n" + table.text(2) +
         (emulated ? "  EMULATED where there is a latency: these are times on an emulated network\n" : "") + "\n" +
         summary.text(2);
}

}  // namespace minikrylov
