// The fixed list of an acceptance run, and how its sizes follow from ranks, caches, memory and time.
#include "miniapp/accept/workloads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/measure/bandwidth.hpp"
#include "miniapp/accept/checks/reference.hpp"
#include "miniapp/accept/verdict.hpp"

namespace minikrylov {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
constexpr int minimum_points = 16;

double cubed(int n) { return static_cast<double>(n) * n * n; }

double rows_per_point(ProblemKind problem) { return properties_of(problem).dofs; }

/// Matrix bytes per point, at `bytes_per_nonzero` for a value and its share of a column index.
double matrix_bytes_per_point(ProblemKind problem, double bytes_per_nonzero) {
  return bytes_per_nonzero * rows_per_point(problem) * properties_of(problem).nonzeros_per_row;
}

/// A lower bound of what an iteration moves.
double working_bytes_per_point(const Part& part) {
  constexpr double value = sizeof(double);
  const ProblemKind problem = workloads[part.workload].problem;
  return matrix_bytes_per_point(problem, value) + working_vectors * value * part.rhs * rows_per_point(problem);
}

int large_cube(const Part& part, double bytes) {
  constexpr int step = 4;
  const double points = std::cbrt(bytes / working_bytes_per_point(part));
  return std::max(minimum_points, step * static_cast<int>(std::ceil(points / step)));
}

int small_cube(int ranks) {
  constexpr int points_per_rank = 1000;
  int n = minimum_points;
  while (cubed(n) < static_cast<double>(points_per_rank) * ranks) ++n;
  return n;
}

double large_bytes(const Resources& resources) {
  if (!on_host) return 1024 * mebibyte * resources.ranks;
  if (resources.cache_bytes <= 0) return 64 * mebibyte * resources.ranks * resources.threads;
  return times_caches * resources.cache_bytes;
}

}  // namespace

std::span<const MatrixFormat> formats_for(ProblemKind problem) {
  static constexpr std::array of_blocks{MatrixFormat::sell, MatrixFormat::sell_block};
  return properties_of(problem).dofs > 1 ? std::span(of_blocks) : std::span(of_blocks).first(1);
}

std::vector<Part> parts_of_merit() {
  std::vector<Part> parts;
  for (std::size_t k = 0; k < workloads.size(); ++k)
    for (const int width : timed_widths) parts.push_back({k, SystemScale::large, width});
  for (std::size_t k = 0; k < workloads.size(); ++k)
    if (workloads[k].problem == ProblemKind::poisson3d_7 || workloads[k].problem == ProblemKind::convection_diffusion)
      parts.push_back({k, SystemScale::small, 1});
  return parts;
}

std::string name_of(const Part& part) {
  const std::string_view problem = name_of(workloads[part.workload].problem);
  return part.scale == SystemScale::small ? fmt::format("{}-small", problem) : fmt::format("{}-m{}", problem, part.rhs);
}

PlannedSizes plan_sizes(const Resources& resources) {
  const std::vector<Part> parts = parts_of_merit();
  const int small = small_cube(resources.ranks);
  double bytes = large_bytes(resources) * std::min(1.0, resources.seconds / minimum_timed_seconds);
  PlannedSizes sizes;
  sizes.validation = validation_points(small);
  const auto is_smallest = [&] {
    return std::all_of(sizes.parts.begin(), sizes.parts.end(),
                       [&](int n) { return n <= std::max(minimum_points, small); });
  };
  do {
    sizes.parts.clear();
    for (const Part& part : parts)
      sizes.parts.push_back(part.scale == SystemScale::small ? small : large_cube(part, bytes));
    bytes /= 2;
  } while (bytes_needed(sizes, resources) > resources.bytes_per_rank / 2 && !is_smallest());
  return sizes;
}

PlannedSizes same_sizes(int points) {
  return {std::vector<int>(parts_of_merit().size(), points), validation_points(points)};
}

double bytes_needed(const PlannedSizes& sizes, const Resources& resources) {
  constexpr double stored = 12, value = sizeof(double);  // bytes per nonzero, at most
  constexpr double setup_copies = 5;  // copies of one matrix: as assembled, as ordered, and stored in two formats
  constexpr double sides = 2, vectors = 26;  // b and x of each system; vectors of the method that needs most
  const std::vector<Part> parts = parts_of_merit();
  double kept = 0, most = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const ProblemKind problem = workloads[parts[k].workload].problem;
    const double points = cubed(sizes.parts[k]), matrix = matrix_bytes_per_point(problem, stored) * points,
                 vector = value * rows_per_point(problem) * points * parts[k].rhs;
    kept += matrix + sides * vector;
    most = std::max({most, setup_copies * matrix, vectors * vector});
  }
  const double triad = 3 * value * static_cast<double>(triad_elements(resources));
  return (kept + most + triad) / resources.ranks;
}

ExpectedSeconds expected_seconds(const PlannedSizes& sizes, double timed_seconds, const Pace& pace) {
  constexpr double vectors = 12;  // moved by a classical iteration
  const std::vector<Part> parts = parts_of_merit();
  const auto vectors_seconds = [&](const Part& part, int points) {
    const ProblemKind problem = workloads[part.workload].problem;
    return vectors * sizeof(double) * part.rhs * rows_per_point(problem) * cubed(points) / pace.triad;
  };
  const auto solve = [&](const Part& part, int points, double product) {
    const ProblemKind problem = workloads[part.workload].problem;
    const double steps = properties_of(problem).symmetry == Symmetry::symmetric ? 1 : 2;
    return iterations_about(problem, points) * steps * (product + vectors_seconds(part, points));
  };
  double all = 0, of_variants = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) all += solve(parts[k], sizes.parts[k], pace.product_seconds[k]);
  for (std::size_t k = 0; k < workloads.size(); ++k) {
    const double matrix = matrix_bytes_per_point(workloads[k].problem, 9) * cubed(sizes.validation);
    of_variants += solve({k, SystemScale::small, 1}, sizes.validation, matrix / pace.triad);
  }
  constexpr double variants = 12, known_counts = 2;  // solves by all variants; seconds
  // Each part is solved by two methods, and once more at the end where the timed solves were cut short. A variant moves
  // more vectors than the classical method, and may take more iterations.
  constexpr double both = 2.5;
  return {.validation = known_counts + variants * of_variants,
          .trials = 0.5 * timed_seconds + both * all,
          .timed = timed_seconds,
          .closing = both * all};
}

Offset triad_elements(const Resources& resources) {
  constexpr Offset fewest = Offset{1} << 20;
  if (!on_host || resources.cache_bytes <= 0) return bandwidth_elements;
  return std::max(fewest, static_cast<Offset>(times_caches * resources.cache_bytes / (3 * sizeof(double))));
}

}  // namespace minikrylov
