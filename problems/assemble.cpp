// Assembly: the stencil of each problem.
#include "problems/assemble.hpp"

#include <limits>

#include "problems/element_stencils.hpp"
#include "problems/require.hpp"
#include "problems/stencil_rows.hpp"
#include "problems/stencils.hpp"

namespace minikrylov {
namespace {

bool is_inside(const Box& box, GridSize grid) {
  const GridSize size = box.size();
  return size.x >= 1 && size.y >= 1 && size.z >= 1 && box.begin.x >= 0 && box.begin.y >= 0 && box.begin.z >= 0 &&
         box.end.x <= grid.x && box.end.y <= grid.y && box.end.z <= grid.z;
}

void check(const Problem& problem, const Box& box) {
  require(is_inside(box, problem.grid),
          "the box {}x{}x{} at {}, {}, {} is not part of the grid (empty or outside) "
          "choose one inside {}x{}x{}",
          box.size().x, box.size().y, box.size().z, box.begin.x, box.begin.y, box.begin.z, problem.grid.x,
          problem.grid.y, problem.grid.z);
  const Box columns = grown(box, properties_of(problem.kind).reach, problem.grid);
  // Headroom, so that counts rounded up to whole row blocks still fit.
  constexpr GlobalIndex most = std::numeric_limits<LocalIndex>::max() - (1 << 16);
  const GlobalIndex needed = columns.size().points() * problem.dofs();
  require(needed <= most,
          "a rank would have {} rows and ghosts (at most {} can be numbered with 32 bits) use more ranks", needed,
          most);
}

}  // namespace

Rows assemble(const Problem& problem, const Box& box) {
  check(problem, box);
  const GridSize grid = problem.grid;
  switch (problem.kind) {
    case ProblemKind::poisson2d_5:
      return stencil_rows(poisson_star(grid, 2), box);
    case ProblemKind::poisson3d_7:
      return stencil_rows(poisson_star(grid, 3), box);
    case ProblemKind::poisson3d_27:
      return stencil_rows(CubeStencil<Coefficients27>{grid, {}}, box);
    case ProblemKind::poisson3d_125:
      return stencil_rows(CubeStencil<Coefficients125>{grid, {}}, box);
    case ProblemKind::poisson3d_fvm:
      return stencil_rows(FiniteVolumeStencil{grid}, box);
    case ProblemKind::fe2d_9:
      return stencil_rows(laplace_squares(grid), box);
    case ProblemKind::elasticity2d:
      return stencil_rows(tensioned_rectangle(grid), box);
    case ProblemKind::elasticity3d:
      return stencil_rows(tensioned_box(grid), box);
    case ProblemKind::convection_diffusion:
      return stencil_rows(convection_diffusion_star(grid, problem.peclet), box);
    case ProblemKind::matrix_market:
      break;
  }
  throw std::logic_error("assemble: a problem without a stencil");
}

}  // namespace minikrylov
