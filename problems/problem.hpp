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
    ProblemProperties{"poisson2d-5", ProblemKind::poisson2d_5, Dimensions::two, StencilShape::star, 1, 1, 5,
                      Symmetry::symmetric, KnownSolution::ones,
                      "Poisson's equation on a square, 5-point stencil (4, -1), Dirichlet"},
    ProblemProperties{"poisson3d-7", ProblemKind::poisson3d_7, Dimensions::three, StencilShape::star, 1, 1, 7,
                      Symmetry::symmetric, KnownSolution::ones,
                      "Poisson's equation in a box, 7-point stencil (6, -1), Dirichlet"},
    ProblemProperties{"poisson3d-27", ProblemKind::poisson3d_27, Dimensions::three, StencilShape::cube, 1, 1, 27,
                      Symmetry::symmetric, KnownSolution::ones,
                      "Poisson's equation in a box, 27-point stencil (26, -1), Dirichlet"},
    ProblemProperties{"poisson3d-125", ProblemKind::poisson3d_125, Dimensions::three, StencilShape::cube, 2, 1, 125,
                      Symmetry::symmetric, KnownSolution::ones,
                      "the square of the 27-point matrix, a fourth-order operator in a box"},
    ProblemProperties{
        "poisson3d-fvm", ProblemKind::poisson3d_fvm, Dimensions::three, StencilShape::star, 1, 1, 7,
        Symmetry::symmetric, KnownSolution::none,
        "Poisson's equation by finite volumes on unit cubes, zero on the face z = max, no flux elsewhere"},
    ProblemProperties{"fe2d-9", ProblemKind::fe2d_9, Dimensions::two, StencilShape::cube, 1, 1, 9, Symmetry::symmetric,
                      KnownSolution::ones, "Poisson's equation on a square, bilinear finite elements, Dirichlet"},
    ProblemProperties{
        "elasticity2d", ProblemKind::elasticity2d, Dimensions::two, StencilShape::cube, 1, 2, 18, Symmetry::symmetric,
        KnownSolution::linear,
        "a square under tension in y (plane strain), bilinear finite elements, 2 displacements per point"},
    ProblemProperties{"elasticity3d", ProblemKind::elasticity3d, Dimensions::three, StencilShape::cube, 1, 3, 81,
                      Symmetry::symmetric, KnownSolution::linear,
                      "a cube under tension in z (GeoFEM/Cube), trilinear finite elements, 3 displacements per point"},
    ProblemProperties{"convection-diffusion", ProblemKind::convection_diffusion, Dimensions::two_or_three,
                      StencilShape::star, 1, 1, 7, Symmetry::general, KnownSolution::ones,
                      "convection along the diagonal and diffusion, first-order upwind, Dirichlet"},
    ProblemProperties{"matrix-market", ProblemKind::matrix_market, Dimensions::none, StencilShape::any, 0, 1, 0,
                      Symmetry::symmetric, KnownSolution::ones, "a matrix from a file (.mtx or .mtx.gz), with b = A·1"},
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
