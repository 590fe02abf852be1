// Finite elements as stencils: identical elements around a point, and boundary conditions. A row is the sum over all
// elements around its point, including those that reach into other ranks' boxes: these are computed on both ranks, so
// assembly needs no communication.
#pragma once
#include "problems/element_matrix.hpp"
#include "problems/stencils.hpp"

namespace minikrylov {

/// Elements that share one matrix. Element e has the corners e and e + 1 in each direction; in two dimensions e.z = 0
/// is the only layer of corners.
struct Elements {
  Box which;  ///< the elements that exist
  ElementMatrix matrix;
};

/// The coupling of p with q; computes its entries on demand.
template <class Conditions> struct ElementCoupling {
  const Elements& elements;
  const Conditions& conditions;
  GridPoint p, q;

  /// The entry in row `c` of p and column `d` of q. Rows and columns of prescribed unknowns are zero except for the
  /// diagonal, which keeps the matrix symmetric, its scaling, and its degrees-of-freedom blocks complete.
  [[nodiscard]] KOKKOS_FUNCTION double operator()(int c, int d) const {
    const bool diagonal = p == q && c == d;
    const bool prescribed = conditions.prescribes(p, c) || conditions.prescribes(q, d);
    return prescribed && !diagonal ? 0 : sum(c, d);
  }

 private:
  [[nodiscard]] KOKKOS_FUNCTION static int corner(GridPoint p, GridPoint e) {
    return p.x - e.x + 2 * (p.y - e.y) + 4 * (p.z - e.z);
  }
  /// Sums over the elements that have both points as corners.
  [[nodiscard]] KOKKOS_FUNCTION double sum(int c, int d) const {
    constexpr int dofs = Conditions::dofs;
    const Box& which = elements.which;
    const auto first = [](LocalIndex i, LocalIndex j, LocalIndex begin) {
      return Kokkos::max(Kokkos::max(i, j) - 1, begin);
    };
    const auto last = [](LocalIndex i, LocalIndex j, LocalIndex end) {
      return Kokkos::min(Kokkos::min(i, j), end - 1);
    };
    double total = 0;
    for (LocalIndex z = first(p.z, q.z, which.begin.z); z <= last(p.z, q.z, which.end.z); ++z)
      for (LocalIndex y = first(p.y, q.y, which.begin.y); y <= last(p.y, q.y, which.end.y); ++y)
        for (LocalIndex x = first(p.x, q.x, which.begin.x); x <= last(p.x, q.x, which.end.x); ++x) {
          const GridPoint e{x, y, z};
          total += elements.matrix(corner(p, e) * dofs + c, corner(q, e) * dofs + d);
        }
    return total;
  }
};

/// The stencil of the assembled elements. Conditions have
///   dofs                                    unknowns per point
///   prescribes(p, component)                is this unknown prescribed (to be zero)?
///   right_hand_side(p, component, row_sum)  as in a stencil
/// and, if the solution is known,
///   solution(p, component)
template <class Conditions> struct ElementStencil {
  GridSize grid;
  Elements elements;
  Conditions conditions;
  static constexpr LocalIndex reach = 1;
  static constexpr int dofs = Conditions::dofs;

  [[nodiscard]] KOKKOS_FUNCTION int length(GridPoint p) const { return cube_length(grid, p, reach); }
  template <class Entry> KOKKOS_FUNCTION void visit(GridPoint p, const Entry& entry) const {
    visit_cube(grid, p, reach, [&](GridPoint q) { entry(q, ElementCoupling<Conditions>{elements, conditions, p, q}); });
  }
  [[nodiscard]] KOKKOS_FUNCTION double right_hand_side(GridPoint p, int component, double row_sum) const {
    return conditions.right_hand_side(p, component, row_sum);
  }
  [[nodiscard]] KOKKOS_FUNCTION double solution(GridPoint p, int component) const requires requires {
    conditions.solution(p, component);
  }
  { return conditions.solution(p, component); }
};

/// Elements surround every point; corners outside the grid are zero and have no rows. x = 1, b = A·1.
struct ZeroBeyondGrid {
  static constexpr int dofs = 1;

  [[nodiscard]] KOKKOS_FUNCTION bool prescribes(GridPoint, int) const { return false; }
  [[nodiscard]] KOKKOS_FUNCTION double right_hand_side(GridPoint, int, double row_sum) const { return row_sum; }
  [[nodiscard]] KOKKOS_FUNCTION double solution(GridPoint, int) const { return 1; }
};

/// GeoFEM/Cube's boundary conditions, and their two-dimensional counterpart: the planes x = 0, y = 0, z = 0 are
/// symmetry planes without normal displacement; a uniform load of 1 pulls at the far end of the last axis. The stress
/// is uniform, so the displacements are linear and the elements represent them exactly. K. Nakajima et al., HPCAsia
/// 2022 Workshop, https://doi.org/10.1145/3503470.3503477, section 2 (GeoFEM/Cube).
template <int dimensions> struct UniaxialTension {
  GridSize grid;
  Weights strain;
  static constexpr int dofs = dimensions;

  [[nodiscard]] KOKKOS_FUNCTION bool prescribes(GridPoint p, int component) const {
    return (component == 0 ? p.x : component == 1 ? p.y : p.z) == 0;
  }
  [[nodiscard]] KOKKOS_FUNCTION double right_hand_side(GridPoint p, int component, double) const {
    // A point takes half the load of each edge, and a quarter of each face, that it is a corner of.
    const auto share = [](LocalIndex i, LocalIndex size) { return 0.5 * ((i > 0) + (i < size - 1)); };
    const bool loaded = component == dimensions - 1 && (dimensions == 2 ? p.y == grid.y - 1 : p.z == grid.z - 1);
    if (!loaded) return 0;
    return dimensions == 2 ? share(p.x, grid.x) : share(p.x, grid.x) * share(p.y, grid.y);
  }
  [[nodiscard]] KOKKOS_FUNCTION double solution(GridPoint p, int component) const {
    return component == 0 ? strain.x * p.x : component == 1 ? strain.y * p.y : strain.z * p.z;
  }
};

/// -Δu by bilinear squares, zero at the corners just outside the grid.
[[nodiscard]] ElementStencil<ZeroBeyondGrid> laplace_squares(GridSize grid);

/// A rectangle (plane strain) or a box of unit elements with corners at the grid's points; E = 1, ν = 0.3.
[[nodiscard]] ElementStencil<UniaxialTension<2>> tensioned_rectangle(GridSize grid);
[[nodiscard]] ElementStencil<UniaxialTension<3>> tensioned_box(GridSize grid);

}  // namespace minikrylov
