// Coefficients of the star stencils.
#include "problems/stencils.hpp"

#include <algorithm>
#include <cmath>

namespace minikrylov {

StarStencil poisson_star(GridSize grid, int directions) { return {grid, 2.0 * directions, {-1, -1, -1}, {-1, -1, -1}}; }

StarStencil convection_diffusion_star(GridSize grid, double peclet) {
  const int directions = grid.z == 1 ? 2 : 3;
  const double h = 1.0 / (std::max({grid.x, grid.y, grid.z}) + 1.0);
  // v > 0 in every direction, so the upwind neighbour has the smaller coordinate: h² Pe v (uᵢ - uᵢ₋₁) / h.
  const double upwind = peclet * h / std::sqrt(directions);
  const double lower = -1 - upwind;
  return {grid, directions * (2 + upwind), {lower, lower, lower}, {-1, -1, -1}};
}

}  // namespace minikrylov
