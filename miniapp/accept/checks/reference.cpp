// Looks up reference data.
#include "miniapp/accept/checks/reference.hpp"

#include <algorithm>

namespace minikrylov {

const KnownIterations* find_iterations(ProblemKind problem, int points) {
  const auto rows = known_iterations();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.problem == problem && r.points == points; });
  return row == rows.end() ? nullptr : &*row;
}

const KnownRounding* find_rounding(ProblemKind problem, std::string_view method) {
  const auto rows = known_rounding();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.problem == problem && r.method == method; });
  return row == rows.end() ? nullptr : &*row;
}

double iterations_about(ProblemKind problem, int points) {
  constexpr double unknown = 3;  // poisson3d-7 takes 2.5, elasticity3d 10; only announced times depend on it
  double per_point = unknown;
  for (const KnownIterations& row : known_iterations())
    if (row.problem == problem) per_point = static_cast<double>(row.maximum) / row.points;
  return per_point * points;
}

int validation_points(int points) {
  int smallest = 0, found = 0;
  for (const KnownIterations& row : known_iterations()) {
    smallest = smallest == 0 ? row.points : std::min(smallest, row.points);
    if (row.points <= points) found = std::max(found, row.points);
  }
  return found == 0 ? std::max(smallest, 2) : found;
}

}  // namespace minikrylov
