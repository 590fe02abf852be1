// Problems: which parameters fit together.
#include "problems/problem.hpp"

#include <cmath>

#include "problems/require.hpp"

namespace minikrylov {
namespace {

constexpr bool table_is_in_order() {
  for (std::size_t i = 0; i < problem_table.size(); ++i)
    if (problem_table[i].kind != static_cast<ProblemKind>(i)) return false;
  return true;
}
static_assert(table_is_in_order());

constexpr bool is_elastic(ProblemKind kind) {
  return kind == ProblemKind::elasticity2d || kind == ProblemKind::elasticity3d;
}

void check_grid(const ProblemProperties& metadata, GridSize grid, Complaints& complaints) {
  const bool positive = grid.x >= 1 && grid.y >= 1 && grid.z >= 1;
  complaints.unless(positive,
                    "the size {}x{}x{} has no points (each direction needs at least one) give sizes of 1 or more",
                    grid.x, grid.y, grid.z);
  if (!positive) return;
  complaints.unless(metadata.dimensions != Dimensions::none,
                    "{} has no grid (its rows come from a file) read it from one", metadata.name);
  complaints.unless(metadata.dimensions != Dimensions::two || grid.z == 1,
                    "{} is two-dimensional (the size {}x{}x{} has three directions) give a size NxN", metadata.name,
                    grid.x, grid.y, grid.z);
  const bool flat = metadata.dimensions == Dimensions::two;
  complaints.unless(!is_elastic(metadata.kind) || (grid.x >= 2 && grid.y >= 2 && (flat || grid.z >= 2)),
                    "{} needs elements, which lie between points (the size {}x{}x{} has a direction with one point) "
                    "give sizes of 2 or more",
                    metadata.name, grid.x, grid.y, grid.z);
  // Reports and models hold counts as double, which is exact up to 2⁵³.
  constexpr GlobalIndex most_rows = GlobalIndex{1} << 53;
  complaints.unless(GlobalIndex{grid.x} * grid.y <= most_rows / metadata.dofs / grid.z,
                    "the size {}x{}x{} is too large (more than 2^53 unknowns) give a smaller size", grid.x, grid.y,
                    grid.z);
}

void check_peclet(const ProblemProperties& metadata, const ProblemParameters& parameters, Complaints& complaints) {
  if (!parameters.peclet) return;
  const double peclet = *parameters.peclet;
  complaints.unless(metadata.kind == ProblemKind::convection_diffusion,
                    "{} has no Péclet number (it has no convection) omit it or choose {}", metadata.name,
                    properties_of(ProblemKind::convection_diffusion).name);
  complaints.unless(std::isfinite(peclet) && peclet >= 0,
                    "the Péclet number {} is invalid (it is a ratio of convection to diffusion) give 0 or more",
                    peclet);
}

}  // namespace

Problem make_problem(ProblemKind kind, GridSize grid, const ProblemParameters& parameters) {
  const ProblemProperties& metadata = properties_of(kind);
  Complaints complaints;
  check_grid(metadata, grid, complaints);
  check_peclet(metadata, parameters, complaints);
  complaints.raise();
  const bool convects = kind == ProblemKind::convection_diffusion;
  return {kind, grid, convects ? parameters.peclet.value_or(default_peclet) : 0};
}

}  // namespace minikrylov
