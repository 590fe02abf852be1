// The fixed workloads of an acceptance run, and how their sizes follow from ranks, threads and memory.
#include "miniapp/accept/workloads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/measure/bandwidth.hpp"

namespace minikrylov {
namespace {

constexpr double bytes_per_nonzero = 12;
constexpr int minimum_points = 16;

double matrix_bytes_per_point(const AcceptWorkload& workload) {
  const ProblemProperties& metadata = properties_of(workload.problem);
  return bytes_per_nonzero * metadata.dofs * metadata.nonzeros_per_row;
}

double cubed(int n) { return static_cast<double>(n) * n * n; }

int large_cube(const AcceptWorkload& workload, double matrix_bytes) {
  constexpr int step = 8;
  const double points = std::cbrt(matrix_bytes / matrix_bytes_per_point(workload));
  return std::max(minimum_points, step * static_cast<int>(std::lround(points / step)));
}

int small_cube(int ranks) {
  constexpr int points_per_rank = 1000;
  int n = minimum_points;
  while (cubed(n) < static_cast<double>(points_per_rank) * ranks) ++n;
  return n;
}

}  // namespace

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
  constexpr double mebibyte = 1024.0 * 1024.0;
  double matrix_bytes =
      on_host ? 16 * mebibyte * resources.ranks * resources.threads : 1024 * mebibyte * resources.ranks;
  PlannedSizes sizes;
  sizes.small.fill(small_cube(resources.ranks));
  const auto is_smallest = [&] {
    return std::all_of(sizes.large.begin(), sizes.large.end(), [](int n) { return n == minimum_points; });
  };
  do {
    for (std::size_t k = 0; k < workloads.size(); ++k) sizes.large[k] = large_cube(workloads[k], matrix_bytes);
    matrix_bytes /= 2;
  } while (bytes_needed(sizes, resources.ranks) > resources.bytes_per_rank / 2 && !is_smallest());
  return sizes;
}

double bytes_needed(const PlannedSizes& sizes, int ranks) {
  constexpr double copies = 3;    // the matrix as assembled, as stored, and temporaries
  constexpr double vectors = 28;  // of the most demanding method, with b, x and the known solution
  double matrices = 0, most_rows = 0;
  for (std::size_t k = 0; k < workloads.size(); ++k) {
    matrices += copies * matrix_bytes_per_point(workloads[k]) * (cubed(sizes.large[k]) + cubed(sizes.small[k]));
    most_rows = std::max(most_rows, properties_of(workloads[k].problem).dofs * cubed(sizes.large[k]));
  }
  const double triad = 3 * sizeof(double) * static_cast<double>(bandwidth_elements);
  return (matrices + vectors * timed_widths.back() * sizeof(double) * most_rows + triad) / ranks;
}

}  // namespace minikrylov
