// The comparison of model and measurement.
#include "miniapp/model/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "miniapp/fields.hpp"
#include "miniapp/fields_readable.hpp"
#include "miniapp/model/times.hpp"
#include "miniapp/report_table.hpp"

namespace minikrylov {

double predicted_seconds(const MeasuredSolve& solve, const MachineModel& machine) {
  const double nodes = std::max(1.0, std::ceil(static_cast<double>(solve.ranks) / machine.ranks_a_node));
  const double measured = solve.triad > 0 ? solve.triad : machine.memory_bandwidth * solve.hosts;
  const bool cached = solve.matrix_bytes + solve.vector_bytes < machine.cache_bytes * solve.hosts;
  const double triad = cached ? machine.cache_bandwidth * solve.hosts : measured;
  const double reading = cached ? triad : measured * machine.memory_read_bandwidth / machine.memory_bandwidth;
  // A triad's 16 bytes read and 8 filled an element: what more than a byte read does a byte cost that is written where
  // nothing was read before? Most processors fetch it first: one more.
  const double fetching = std::clamp(3 * reading / triad - 3, 0.0, 1.0);
  const double vector = number_bytes * static_cast<double>(solve.rows) * solve.rhs / reading;
  const double sweeps = vector * (solve.vectors_read + solve.vectors_written + fetching * solve.vectors_filled);
  const double message = solve.neighbours > 0 ? number_bytes * solve.rhs * solve.ghosts / solve.neighbours : 0;
  const double halo = solve.ranks > 1 ? machine.local_seconds(message) : 0;
  const double product = solve.matrix_bytes / reading + (2 + fetching) * vector + halo;
  const double sum = solve.ranks > 1 ? machine.global_seconds(nodes, number_bytes * solve.rhs * 3) : 0;
  return sweeps + solve.products * product + solve.preconditions * solve.precondition_bytes / reading +
         solve.sums * (sum + solve.emulated_latency);
}

std::vector<ComparisonRow> compare(const std::vector<MeasuredSolve>& solves, const MachineModel& machine) {
  std::vector<ComparisonRow> rows;
  for (const MeasuredSolve& s : solves) {
    const double predicted = predicted_seconds(s, machine);
    rows.push_back({s.file, s.method, s.preconditioner, s.format, s.ranks, s.rhs, s.rows, s.seconds, predicted,
                    predicted / s.seconds - 1});
  }
  return rows;
}

std::string report_model_comparison(const std::vector<ComparisonRow>& rows) {
  TextTable table({"method", "M", "matrix", "ranks", "rhs", "rows", "measured", "predicted", "error"});
  std::map<std::string, std::vector<double>> errors;
  for (const ComparisonRow& r : rows) {
    table.add({r.method, r.preconditioner, r.format, std::to_string(r.ranks), std::to_string(r.rhs),
               readable(r.rows, ""), readable_seconds(r.measured_seconds), readable_seconds(r.predicted_seconds),
               fmt::format("{:+.0f} %", 100 * r.error)});
    errors[r.method].push_back(std::fabs(r.error));
  }
  TextTable summary({"method", "solves", "mean error", "largest error"});
  for (const auto& [method, list] : errors) {
    double sum = 0;
    for (const double e : list) sum += e;
    summary.add({method, std::to_string(list.size()),
                 fmt::format("{:.0f} %", 100 * sum / static_cast<double>(list.size())),
                 fmt::format("{:.0f} %", 100 * *std::max_element(list.begin(), list.end()))});
  }
  return "Time of an iteration: the median measured, and the model's\n" + table.text(2) + "\n" + summary.text(2);
}

}  // namespace minikrylov
