// The figure of merit: geometric means over parts.
#include "miniapp/accept/merit.hpp"

#include <algorithm>
#include <cmath>

#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

double median_seconds(const SolveRecord& solve) { return summarise(solve.solve_seconds).median; }

}  // namespace

double geometric_mean(std::span<const double> numbers) {
  double sum = 0;
  for (const double number : numbers) {
    if (!(number > 0)) return 0;
    sum += std::log(number);
  }
  return numbers.empty() ? 0 : std::exp(sum / static_cast<double>(numbers.size()));
}

double bytes_moved(const SolveRecord& solve) {
  // The prediction is this number divided by the triad's rate.
  return solve.predicted_seconds_per_iteration.value_or(0) * solve.triad_bytes_per_second * solve.iterations;
}

PartRow part_row(std::string name, const SolveRecord& classical, const SolveRecord& variant) {
  PartRow row;
  row.name = std::move(name);
  row.rows = classical.rows;
  row.rhs = classical.rhs;
  row.classical = classical.method;
  row.variant = variant.method;
  row.variant_reduction = variant.reduction;
  row.classical_iterations = classical.iterations;
  row.variant_iterations = variant.iterations;
  row.classical_repetitions = static_cast<std::int64_t>(classical.solve_seconds.size());
  row.variant_repetitions = static_cast<std::int64_t>(variant.solve_seconds.size());
  row.classical_seconds = median_seconds(classical);
  row.variant_seconds = median_seconds(variant);
  const bool counts = variant.objections.empty() && row.variant_seconds > 0;
  row.seconds = counts ? std::min(row.classical_seconds, row.variant_seconds) : row.classical_seconds;
  row.bytes = bytes_moved(classical);
  if (row.seconds > 0) {
    row.bytes_per_second = row.bytes / row.seconds;
    row.unknowns_per_second = static_cast<double>(row.rows) * row.rhs / row.seconds;
  }
  row.triad_bytes_per_second = classical.triad_bytes_per_second;
  return row;
}

Merit figure_of_merit(std::span<const PartRow> parts) {
  std::vector<double> bytes, unknowns;
  for (const PartRow& part : parts) {
    bytes.push_back(part.bytes_per_second);
    unknowns.push_back(part.unknowns_per_second);
  }
  return {geometric_mean(bytes), geometric_mean(unknowns)};
}

}  // namespace minikrylov
