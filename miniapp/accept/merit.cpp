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

double bytes_moved(const SolveRecord& solve) { return solve.bytes_per_iteration * solve.iterations; }

PartMethod part_method(const TimedMethod& method) {
  const auto& [full, timed] = method;
  PartMethod found;
  found.method = full.method;
  found.reduction = full.reduction;
  found.iterations = full.iterations;
  found.timed_iterations = timed.iterations;
  found.repetitions = static_cast<std::int64_t>(timed.solve_seconds.size());
  if (timed.iterations > 0) found.seconds = median_seconds(timed) * full.iterations / timed.iterations;
  found.true_residual = full.true_relative_residual;
  found.objections = full.objections;
  return found;
}

PartRow part_row(std::string name, SystemScale scale, const TimedMethod& classical, const TimedMethod& variant) {
  PartRow row;
  row.name = std::move(name);
  row.scale = scale;
  row.rows = classical.full.rows;
  row.rhs = classical.full.rhs;
  row.classical = part_method(classical);
  row.variant = part_method(variant);
  const bool counts = row.variant.objections.empty() && row.variant.seconds > 0;
  row.seconds = counts ? std::min(row.classical.seconds, row.variant.seconds) : row.classical.seconds;
  row.bytes = bytes_moved(classical.full);
  if (row.seconds > 0) {
    row.bytes_per_second = row.bytes / row.seconds;
    row.unknowns_per_second = static_cast<double>(row.rows) * row.rhs / row.seconds;
  }
  row.triad_bytes_per_second = classical.timed.triad_bytes_per_second;
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
