// Problems: the table of their names and properties, and a problem on a grid.
#pragma once
#include <array>
#include <optional>
#include <string_view>

#include "problems/grid.hpp"

namespace minikrylov {

enum class ProblemKind {
  poisson2d_5,
  poisson3d_7,
  poisson3d_27,
  poisson3d_125,
  poisson3d_fvm,
  fe2d_9,
  elasticity2d,
  elasticity3d,
  convection_diffusion,
  matrix_market
};

enum class Dimensions { none, two, three, two_or_three };

enum class Symmetry { symmetric, general };

/// The points a row couples with: neighbours along the axes, all points of the surrounding cube, or any.
enum class StencilShape { star, cube, any };

/// The exact solution: not known; x = 1 with b = A·1; or displacements linear in the coordinates.
enum class KnownSolution { none, ones, linear };

/// The properties of a problem that do not depend on its size.
struct ProblemProperties {
  std::string_view name;
  ProblemKind kind;
  Dimensions dimensions;
  StencilShape shape;
  LocalIndex reach;      ///< maximum distance of a row's columns in each direction, in points
  int dofs;              ///< degrees of freedom: unknowns per point
  int nonzeros_per_row;  ///< of an interior row (in three dimensions, where both are possible)
  Symmetry symmetry;     ///< of matrix-market: assumed until the file is read
  KnownSolution solution;
  std::string_view description;
};

/// One row per problem, in the order of ProblemKind.
inline constexpr std::array problem_table = {
    ProblemProperties{.name = "poisson2d-5",
                      .kind = ProblemKind::poisson2d_5,
                      .dimensions = Dimensions::two,
                      .shape = StencilShape::star,
                      .reach = 1,
                      .dofs = 1,
                      .nonzeros_per_row = 5,
                      .symmetry = Symmetry::symmetric,
                      .solution = KnownSolution::ones,
                      .description = "Poisson's equation on a square, 5-point stencil (4, -1), Dirichlet"},
    ProblemProperties{.name = "poisson3d-7",
                      .kind = ProblemKind::poisson3d_7,
                      .dimensions = Dimensions::three,
                      .shape = StencilShape::star,
                      .reach = 1,
                      .dofs = 1,
                      .nonzeros_per_row = 7,
                      .symmetry = Symmetry::symmetric,
                      .solution = KnownSolution::ones,
                      .description = "Poisson's equation in a box, 7-point stencil (6, -1), Dirichlet"},
    ProblemProperties{.name = "poisson3d-27",
                      .kind = ProblemKind::poisson3d_27,
                      .dimensions = Dimensions::three,
                      .shape = StencilShape::cube,
                      .reach = 1,
                      .dofs = 1,
                      .nonzeros_per_row = 27,
                      .symmetry = Symmetry::symmetric,
                      .solution = KnownSolution::ones,
                      .description = "Poisson's equation in a box, 27-point stencil (26, -1), Dirichlet"},
    ProblemProperties{.name = "poisson3d-125",
                      .kind = ProblemKind::poisson3d_125,
                      .dimensions = Dimensions::three,
                      .shape = StencilShape::cube,
                      .reach = 2,
                      .dofs = 1,
                      .nonzeros_per_row = 125,
                      .symmetry = Symmetry::symmetric,
                      .solution = KnownSolution::ones,
                      .description = "the square of the 27-point matrix, a fourth-order operator in a box"},
    ProblemProperties{
        .name = "poisson3d-fvm",
        .kind = ProblemKind::poisson3d_fvm,
        .dimensions = Dimensions::three,
        .shape = StencilShape::star,
        .reach = 1,
        .dofs = 1,
        .nonzeros_per_row = 7,
        .symmetry = Symmetry::symmetric,
        .solution = KnownSolution::none,
        .description =
            "Poisson's equation by finite volumes on unit cubes, zero on the face z = max, no flux elsewhere"},
    ProblemProperties{.name = "fe2d-9",
                      .kind = ProblemKind::fe2d_9,
                      .dimensions = Dimensions::two,
                      .shape = StencilShape::cube,
                      .reach = 1,
                      .dofs = 1,
                      .nonzeros_per_row = 9,
                      .symmetry = Symmetry::symmetric,
                      .solution = KnownSolution::ones,
                      .description = "Poisson's equation on a square, bilinear finite elements, Dirichlet"},
    ProblemProperties{
        .name = "elasticity2d",
        .kind = ProblemKind::elasticity2d,
        .dimensions = Dimensions::two,
        .shape = StencilShape::cube,
        .reach = 1,
        .dofs = 2,
        .nonzeros_per_row = 18,
        .symmetry = Symmetry::symmetric,
        .solution = KnownSolution::linear,
        .description =
            "a square under tension in y (plane strain), bilinear finite elements, 2 displacements per point"},
    ProblemProperties{
        .name = "elasticity3d",
        .kind = ProblemKind::elasticity3d,
        .dimensions = Dimensions::three,
        .shape = StencilShape::cube,
        .reach = 1,
        .dofs = 3,
        .nonzeros_per_row = 81,
        .symmetry = Symmetry::symmetric,
        .solution = KnownSolution::linear,
        .description = "a cube under tension in z (GeoFEM/Cube), trilinear finite elements, 3 displacements per point"},
    ProblemProperties{.name = "convection-diffusion",
                      .kind = ProblemKind::convection_diffusion,
                      .dimensions = Dimensions::two_or_three,
                      .shape = StencilShape::star,
                      .reach = 1,
                      .dofs = 1,
                      .nonzeros_per_row = 7,
                      .symmetry = Symmetry::general,
                      .solution = KnownSolution::ones,
                      .description = "convection along the diagonal and diffusion, first-order upwind, Dirichlet"},
    ProblemProperties{.name = "matrix-market",
                      .kind = ProblemKind::matrix_market,
                      .dimensions = Dimensions::none,
                      .shape = StencilShape::any,
                      .reach = 0,
                      .dofs = 1,
                      .nonzeros_per_row = 0,
                      .symmetry = Symmetry::symmetric,
                      .solution = KnownSolution::ones,
                      .description = "a matrix from a file (.mtx or .mtx.gz), with b = A·1"},
};

/// The row of the table for `kind`.
[[nodiscard]] constexpr const ProblemProperties& properties_of(ProblemKind kind) {
  return problem_table[static_cast<std::size_t>(kind)];
}

/// The Péclet number of convection-diffusion, unless another one is given.
inline constexpr double default_peclet = 100;

/// Parameters of some problems besides the grid.
struct ProblemParameters {
  std::optional<double> peclet;  ///< convection-diffusion only; 0 or more
};

/// A problem on a grid. Points are numbered with x fastest and z slowest; unknown k·dofs + c is component c of point k.
struct Problem {
  ProblemKind kind;
  GridSize grid;
  double peclet = 0;  ///< of convection-diffusion; 0 for all others

  [[nodiscard]] int dofs() const { return properties_of(kind).dofs; }
  [[nodiscard]] GlobalIndex rows() const { return grid.points() * dofs(); }
};

/// The problem `kind` on `grid`. Throws a SetupError with all complaints if the arguments do not fit together. Not
/// collective.
Problem make_problem(ProblemKind kind, GridSize grid, const ProblemParameters& parameters = {});

}  // namespace minikrylov
