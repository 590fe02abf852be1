// Finite-element stencils: the elements of a grid and their matrix.
#include "problems/element_stencils.hpp"

namespace minikrylov {
namespace {

/// The elements whose corners are all points of the grid.
Box elements_of(GridSize grid, int dimensions) {
  return {{0, 0, 0}, {grid.x - 1, grid.y - 1, dimensions == 2 ? 1 : grid.z - 1}};
}

template <int dimensions> ElementStencil<UniaxialTension<dimensions>> tensioned(GridSize grid) {
  const Material material;
  const auto [x, y, z] = uniaxial_strain(dimensions, material);
  return {grid, {elements_of(grid, dimensions), elasticity_matrix(dimensions, material)}, {grid, {x, y, z}}};
}

}  // namespace

ElementStencil<ZeroBeyondGrid> laplace_squares(GridSize grid) {
  const Box around{{-1, -1, 0}, {grid.x, grid.y, 1}};
  return {grid, {around, laplace_matrix(2)}, {}};
}

ElementStencil<UniaxialTension<2>> tensioned_rectangle(GridSize grid) { return tensioned<2>(grid); }
ElementStencil<UniaxialTension<3>> tensioned_box(GridSize grid) { return tensioned<3>(grid); }

}  // namespace minikrylov
