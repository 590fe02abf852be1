// The stencils: couplings and right-hand side of each row, as plain data for device kernels.
//
// Every stencil has
//   grid, reach, dofs    the grid; the maximum distance of a column in each direction, in points; unknowns per point
//   length(p)            the number of points p couples with, including itself
//   visit(p, entry)      calls entry(q, coupling) for each of them, q in natural order; the coupling is a number or,
//                        with several unknowns per point, a function of row and column
//   right_hand_side(p, component, row_sum)  of the row whose entries add up to row_sum
// and couples p with q wherever it couples q with p. If the exact solution is known, it also has
//   solution(p, component)
#pragma once
#include "problems/problem.hpp"

namespace minikrylov {

/// One number per direction.
struct Weights {
  double x = 0, y = 0, z = 0;
};

/// Constant coefficients for a point and its neighbours along the axes. Dirichlet: neighbours outside the grid are
/// dropped, the diagonal stays. In two dimensions grid.z = 1, so neighbours in z are always outside.
struct StarStencil {
  GridSize grid;
  double diagonal;
  Weights lower, upper;  ///< of the neighbours with the smaller and with the larger coordinate
  static constexpr LocalIndex reach = 1;
  static constexpr int dofs = 1;

  [[nodiscard]] KOKKOS_FUNCTION int length(GridPoint p) const {
    return 1 + (p.x > 0) + (p.x < grid.x - 1) + (p.y > 0) + (p.y < grid.y - 1) + (p.z > 0) + (p.z < grid.z - 1);
  }
  template <class Entry> KOKKOS_FUNCTION void visit(GridPoint p, const Entry& entry) const {
    if (p.z > 0) entry(GridPoint{p.x, p.y, p.z - 1}, lower.z);
    if (p.y > 0) entry(GridPoint{p.x, p.y - 1, p.z}, lower.y);
    if (p.x > 0) entry(GridPoint{p.x - 1, p.y, p.z}, lower.x);
    entry(p, diagonal);
    if (p.x < grid.x - 1) entry(GridPoint{p.x + 1, p.y, p.z}, upper.x);
    if (p.y < grid.y - 1) entry(GridPoint{p.x, p.y + 1, p.z}, upper.y);
    if (p.z < grid.z - 1) entry(GridPoint{p.x, p.y, p.z + 1}, upper.z);
  }
  [[nodiscard]] KOKKOS_FUNCTION double right_hand_side(GridPoint, int, double row_sum) const { return row_sum; }
  [[nodiscard]] KOKKOS_FUNCTION double solution(GridPoint, int) const { return 1; }
};

/// Cell-centred finite volumes on unit cubes. φ = 0 on the face z = max, half a cell away, hence its coefficient 2; no
/// flux through the other five faces. Right-hand side i + j + k, counted from 1.
/// K. Nakajima et al., HPCAsia 2022 Workshop, https://doi.org/10.1145/3503470.3503477, section 6 (Poisson3D).
struct FiniteVolumeStencil {
  GridSize grid;
  static constexpr LocalIndex reach = 1;
  static constexpr int dofs = 1;

  [[nodiscard]] KOKKOS_FUNCTION int length(GridPoint p) const { return star(0).length(p); }
  template <class Entry> KOKKOS_FUNCTION void visit(GridPoint p, const Entry& entry) const {
    const double to_neighbours = length(p) - 1, to_the_face = p.z == grid.z - 1 ? 2 : 0;
    star(to_neighbours + to_the_face).visit(p, entry);
  }
  [[nodiscard]] KOKKOS_FUNCTION double right_hand_side(GridPoint p, int, double) const {
    return static_cast<double>(p.x + 1) + (p.y + 1) + (p.z + 1);
  }
  [[nodiscard]] KOKKOS_FUNCTION StarStencil star(double diagonal) const {
    return {grid, diagonal, {-1, -1, -1}, {-1, -1, -1}};
  }
};

/// How many of the numbers i-reach … i+reach lie in 0 … size-1.
[[nodiscard]] KOKKOS_INLINE_FUNCTION int line_length(LocalIndex i, LocalIndex size, LocalIndex reach) {
  const LocalIndex below = i < reach ? i : reach, above = size - 1 - i < reach ? size - 1 - i : reach;
  return 1 + below + above;
}

/// How many points of the grid are within `reach` of p in each direction.
[[nodiscard]] KOKKOS_INLINE_FUNCTION int cube_length(GridSize grid, GridPoint p, LocalIndex reach) {
  return line_length(p.x, grid.x, reach) * line_length(p.y, grid.y, reach) * line_length(p.z, grid.z, reach);
}

/// Calls visit(q) for each of these points, in natural order.
template <class Visit>
KOKKOS_FUNCTION void visit_cube(GridSize grid, GridPoint p, LocalIndex reach, const Visit& visit) {
  const Box cube = grown({p, {p.x + 1, p.y + 1, p.z + 1}}, reach, grid);
  for (LocalIndex z = cube.begin.z; z < cube.end.z; ++z)
    for (LocalIndex y = cube.begin.y; y < cube.end.y; ++y)
      for (LocalIndex x = cube.begin.x; x < cube.end.x; ++x) visit(GridPoint{x, y, z});
}

/// A coefficient for every grid point in the cube around p: at(grid, p).value(q - p).
template <class Coefficients> struct CubeStencil {
  GridSize grid;
  Coefficients coefficients;
  static constexpr LocalIndex reach = Coefficients::reach;
  static constexpr int dofs = 1;

  [[nodiscard]] KOKKOS_FUNCTION int length(GridPoint p) const { return cube_length(grid, p, reach); }
  template <class Entry> KOKKOS_FUNCTION void visit(GridPoint p, const Entry& entry) const {
    const auto row = coefficients.at(grid, p);
    visit_cube(grid, p, reach, [&](GridPoint q) { entry(q, row.value(q.x - p.x, q.y - p.y, q.z - p.z)); });
  }
  [[nodiscard]] KOKKOS_FUNCTION double right_hand_side(GridPoint, int, double row_sum) const { return row_sum; }
  [[nodiscard]] KOKKOS_FUNCTION double solution(GridPoint, int) const { return 1; }
};

/// 26 on the diagonal, -1 elsewhere: A₂₇ = 27 I - T⊗T⊗T with T = tridiag(1, 1, 1).
struct Coefficients27 {
  static constexpr LocalIndex reach = 1;

  struct Row {
    [[nodiscard]] KOKKOS_FUNCTION double value(LocalIndex dx, LocalIndex dy, LocalIndex dz) const {
      return dx == 0 && dy == 0 && dz == 0 ? 26 : -1;
    }
  };
  [[nodiscard]] KOKKOS_FUNCTION Row at(GridSize, GridPoint) const { return {}; }
};

/// A₂₇² = 729 I - 54 T⊗T⊗T + T²⊗T²⊗T², hypre's 125-point operator. T² has 1 on its outer diagonals, 2 on the inner
/// ones, and on the main one the number of points among i-1, i, i+1 that are in the grid.
struct Coefficients125 {
  static constexpr LocalIndex reach = 2;

  struct Row {
    int centre[3];  ///< the main diagonal of T² in x, y, z

    [[nodiscard]] KOKKOS_FUNCTION double value(LocalIndex dx, LocalIndex dy, LocalIndex dz) const {
      const LocalIndex x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy, z = dz < 0 ? -dz : dz;
      const int squared = line(0, x) * line(1, y) * line(2, z);
      const int once = x <= 1 && y <= 1 && z <= 1 ? 54 : 0;
      const int identity = x + y + z == 0 ? 729 : 0;
      return identity - once + squared;
    }
    [[nodiscard]] KOKKOS_FUNCTION int line(int direction, LocalIndex distance) const {
      return distance == 0 ? centre[direction] : 3 - distance;
    }
  };
  [[nodiscard]] KOKKOS_FUNCTION Row at(GridSize grid, GridPoint p) const {
    return {{line_length(p.x, grid.x, 1), line_length(p.y, grid.y, 1), line_length(p.z, grid.z, 1)}};
  }
};

/// -Δu by second differences: `directions` (2 or 3) pairs of neighbours.
[[nodiscard]] StarStencil poisson_star(GridSize grid, int directions);

/// -Δu + Pe v·∇u on the unit square or cube, scaled by h²: first-order upwind, v the unit vector along the diagonal,
/// h = 1 / (n + 1) with n the largest grid dimension. An M-matrix for any Pe ≥ 0. Two-dimensional if grid.z = 1.
[[nodiscard]] StarStencil convection_diffusion_star(GridSize grid, double peclet);

}  // namespace minikrylov
