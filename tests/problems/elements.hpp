// Oracles for finite elements: shape functions, and three Gauss points per direction.
#pragma once
#include <functional>

#include "problems/element_stencils.hpp"
#include "problems/stencil_rows.hpp"
#include "tests/problems/systems.hpp"

namespace minikrylov::test {

using Position = std::array<double, 3>;

/// A body without constraints and loads.
template <int dimensions> struct Free {
  static constexpr int dofs = dimensions;

  [[nodiscard]] KOKKOS_FUNCTION bool prescribes(GridPoint, int) const { return false; }
  [[nodiscard]] KOKKOS_FUNCTION double right_hand_side(GridPoint, int, double) const { return 0; }
};

/// The elements between the points of a grid; with one more layer on all sides if corners beyond the grid are not rows.
inline Box elements_between(const Problem& problem) {
  const GridSize n = problem.grid;
  if (problem.dofs() == 1) return {{-1, -1, 0}, {n.x, n.y, 1}};
  return {{0, 0, 0}, {n.x - 1, n.y - 1, problem.dofs() == 2 ? 1 : n.z - 1}};
}

/// The corners of element e, x fastest.
inline std::vector<GridPoint> corners_of(GridPoint e, int dimensions) {
  return points_of({e, {e.x + 2, e.y + 2, dimensions == 2 ? e.z + 1 : e.z + 2}});
}

/// The gradient of the shape function that is 1 at `corner` and 0 at the others, at position `at` in [0, 1]³.
inline Position slopes_of(GridPoint corner, const Position& at, int dimensions) {
  const auto value = [](int i, double t) { return i == 0 ? 1 - t : t; };
  const double x = value(corner.x, at[0]), y = value(corner.y, at[1]), z = dimensions == 2 ? 1 : value(corner.z, at[2]);
  const auto sign = [](int i) { return i == 0 ? -1.0 : 1.0; };
  return {sign(corner.x) * y * z, x * sign(corner.y) * z, dimensions == 2 ? 0 : x * y * sign(corner.z)};
}

/// Integrates over the unit element: calls add(position, weight) for all Gauss points.
inline void integrate(int dimensions, const std::function<void(const Position&, double)>& add) {
  const std::array<double, 3> nodes{0.5 - std::sqrt(0.15), 0.5, 0.5 + std::sqrt(0.15)};
  const std::array<double, 3> weights{5.0 / 18, 8.0 / 18, 5.0 / 18};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < (dimensions == 2 ? 1 : 3); ++k)
        add({nodes[i], nodes[j], dimensions == 2 ? 0 : nodes[k]},
            weights[i] * weights[j] * (dimensions == 2 ? 1 : weights[k]));
}

/// Whether a symmetry plane prescribes this displacement.
inline bool is_held(const Problem& problem, GridPoint p, int c) {
  return problem.dofs() > 1 && (c == 0 ? p.x : c == 1 ? p.y : p.z) == 0;
}

}  // namespace minikrylov::test
