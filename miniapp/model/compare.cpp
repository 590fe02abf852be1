// Compares model and measurement.
#include "miniapp/model/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "miniapp/model/times.hpp"
#include "miniapp/report/table.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {

namespace {

/// The cost of moving bytes at the place and time of a measured triad.
struct Moving {
  double reading;   ///< bytes/s
  double fetching;  ///< extra cost of a byte written without being read before, in bytes read

  /// Per element a triad reads 16 bytes and writes 8 not read before, whose cache lines most processors fetch first.
  Moving(double triad, double read_bandwidth)
      : reading(read_bandwidth), fetching(std::clamp(3 * read_bandwidth / triad - 3, 0.0, 1.0)) {}

  /// Time of a product: reads the matrix and x, writes y, with `vector` bytes for x and y each.
  [[nodiscard]] double product(double matrix, double vector) const {
    return (matrix + (2 + fetching) * vector) / reading;
  }
};

Moving moving_at(double triad, const MeasuredSolve& solve, const MachineModel& machine) {
  if (solve.matrix_bytes + solve.vector_bytes < machine.cache_bytes * solve.hosts)
    return {machine.cache_bandwidth * solve.hosts, machine.cache_bandwidth * solve.hosts};
  return {triad, triad * machine.memory_read_bandwidth / machine.memory_bandwidth};
}

/// The time of a product beyond moving its bytes: its halo and, where measured, everything that moving did not hide.
double beside_moving(const MeasuredSolve& solve, const MachineModel& machine) {
  if (solve.product_seconds > 0 && solve.product_triad > 0) {
    const double vector = number_bytes * static_cast<double>(solve.rows);
    const double bound = moving_at(solve.product_triad, solve, machine).product(solve.matrix_bytes, vector);
    return solve.rhs * std::max(0.0, solve.product_seconds - bound);
  }
  const double message = solve.neighbours > 0 ? number_bytes * solve.rhs * solve.ghosts / solve.neighbours : 0;
  return solve.ranks > 1 ? machine.local_seconds(message) : 0;
}

}  // namespace

double predicted_seconds(const MeasuredSolve& solve, const MachineModel& machine) {
  const double nodes = std::max(1.0, std::ceil(static_cast<double>(solve.ranks) / machine.ranks_per_node));
  const double triad = solve.triad > 0 ? solve.triad : machine.memory_bandwidth * solve.hosts;
  const Moving moving = moving_at(triad, solve, machine);
  const double vector = number_bytes * static_cast<double>(solve.rows) * solve.rhs;
  const double vectors = solve.vectors_read + solve.vectors_written + moving.fetching * solve.vectors_filled;
  const double product = moving.product(solve.matrix_bytes, vector) + beside_moving(solve, machine);
  const double sum = solve.ranks > 1 ? machine.global_seconds(nodes, number_bytes * solve.rhs * 3) : 0;
  return (vectors * vector + solve.preconditions * solve.precondition_bytes) / moving.reading +
         solve.products * product + solve.sums * (sum + solve.emulated_latency);
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
  return "Time per iteration: measured median and prediction\n" + table.text(2) + "\n" + summary.text(2);
}

}  // namespace minikrylov
