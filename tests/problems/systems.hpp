// Oracles for the tests of problems: small matrices as maps, computed from the definitions, entry by entry.
#pragma once
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "problems/assemble.hpp"

namespace minikrylov::test {

/// Entries by (row, column), both global natural numbers.
using Entries = std::map<std::pair<GlobalIndex, GlobalIndex>, double>;

struct System {
  Entries matrix;
  std::vector<double> rhs;
};

/// A box's rows, copied to the host.
struct HostRows {
  std::vector<Offset> offsets;
  std::vector<LocalIndex> columns;
  std::vector<double> values, rhs, solution;
};

template <class T> std::vector<T> to_host(const DeviceArray<T>& data) {
  std::vector<T> copy(data.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(copy.data(), copy.size()), data);
  return copy;
}

inline HostRows to_host(const Rows& rows) {
  return {to_host(rows.offsets), to_host(rows.columns), to_host(rows.values), to_host(rows.rhs),
          to_host(rows.solution)};
}

/// The points of a box, x fastest, z slowest, by three loops.
inline std::vector<GridPoint> points_of(const Box& box) {
  std::vector<GridPoint> points;
  for (LocalIndex z = box.begin.z; z < box.end.z; ++z)
    for (LocalIndex y = box.begin.y; y < box.end.y; ++y)
      for (LocalIndex x = box.begin.x; x < box.end.x; ++x) points.push_back({x, y, z});
  return points;
}

inline GlobalIndex number(GridSize n, LocalIndex x, LocalIndex y, LocalIndex z) {
  return x + GlobalIndex{n.x} * y + GlobalIndex{n.x} * n.y * z;
}

/// The global numbers of a box's columns: first its own unknowns, point by point, then its ghosts.
inline std::vector<GlobalIndex> global_columns(GridSize grid, const Box& box, const Rows& rows) {
  std::vector<GlobalIndex> numbers;
  const GlobalIndex dofs = rows.rows / box.size().points();
  for (const GridPoint p : points_of(box))
    for (GlobalIndex c = 0; c < dofs; ++c) numbers.push_back(number(grid, p.x, p.y, p.z) * dofs + c);
  numbers.insert(numbers.end(), rows.ghosts.begin(), rows.ghosts.end());
  return numbers;
}

/// Adds the rows of one box to `system`, whose rhs has room for all rows.
inline void glue(GridSize grid, const Box& box, const Rows& rows, System& system) {
  const HostRows host = to_host(rows);
  const std::vector<GlobalIndex> numbers = global_columns(grid, box, rows);
  for (LocalIndex i = 0; i < rows.rows; ++i) {
    for (Offset e = host.offsets[i]; e < host.offsets[i + 1]; ++e)
      system.matrix[{numbers[i], numbers.at(host.columns[e])}] += host.values[e];
    system.rhs.at(numbers[i]) += host.rhs[i];
  }
}

/// The whole problem, assembled as one box.
inline System assemble_whole(const Problem& problem) {
  System system{{}, std::vector<double>(problem.rows())};
  glue(problem.grid, whole(problem.grid), assemble(problem, whole(problem.grid)), system);
  return system;
}

inline std::vector<double> multiply(const Entries& matrix, const std::vector<double>& x) {
  std::vector<double> product(x.size());
  for (const auto& [at, value] : matrix) product[at.first] += value * x[at.second];
  return product;
}

inline Entries multiply(const Entries& a, const Entries& b, GlobalIndex n) {
  std::vector<std::map<GlobalIndex, double>> rows(n);
  for (const auto& [at, value] : b) rows[at.first][at.second] = value;
  Entries product;
  for (const auto& [at, value] : a)
    for (const auto& [column, factor] : rows[at.second]) product[{at.first, column}] += value * factor;
  return product;
}

/// The definitions: the coefficient for a pair of points, by their distance.
inline double coefficient(const Problem& problem, GridPoint p, GridPoint q) {
  const GridSize n = problem.grid;
  const int dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
  const int steps = std::abs(dx) + std::abs(dy) + std::abs(dz);
  const int farthest = std::max({std::abs(dx), std::abs(dy), std::abs(dz)});
  const double none = 0, neighbour = steps == 1 ? -1 : none;
  switch (problem.kind) {
    case ProblemKind::poisson2d_5:
      return steps == 0 ? 4 : neighbour;
    case ProblemKind::poisson3d_7:
      return steps == 0 ? 6 : neighbour;
    case ProblemKind::poisson3d_27:
      return steps == 0 ? 26 : farthest == 1 ? -1 : none;
    case ProblemKind::poisson3d_125:
    case ProblemKind::elasticity2d:
    case ProblemKind::elasticity3d:
    case ProblemKind::matrix_market:
      return none;  // these have other oracles: the product of two matrices, and a sum over elements
    case ProblemKind::fe2d_9:
      // Exact integrals on a square: 2/3 for a corner with itself, -1/6 along a side, -1/3 across.
      return steps == 0 ? 4 * 2.0 / 3 : steps == 1 ? 2 * -1.0 / 6 : farthest == 1 ? -1.0 / 3 : none;
    case ProblemKind::poisson3d_fvm: {
      // Conductance of a face of area 1: 1 / (distance between centres), and 1 / (1/2) to the face z = max.
      if (steps != 0) return neighbour;
      double sum = 0;
      for (const int side : {-1, 1}) {
        sum += p.x + side >= 0 && p.x + side < n.x ? 1 : 0;
        sum += p.y + side >= 0 && p.y + side < n.y ? 1 : 0;
        sum += p.z + side >= 0 && p.z + side < n.z ? 1 : 0;
      }
      return p.z + 1 == n.z ? sum + 1 / 0.5 : sum;
    }
    case ProblemKind::convection_diffusion: {
      // h² (-Δu + Pe v·∇u), the gradient by differences to the upwind point, which is the previous one.
      const double directions = n.z == 1 ? 2 : 3, h = 1.0 / (1 + std::max({n.x, n.y, n.z}));
      const double convection = problem.peclet * (1 / std::sqrt(directions)) / h * (h * h);
      if (steps == 0) return directions * (2 + convection);
      return dx + dy + dz < 0 ? neighbour * (1 + convection) : neighbour;
    }
  }
  return none;
}

/// The matrix by definition, in a loop over all pairs of points.
inline Entries matrix_of(const Problem& problem) {
  const GridSize n = problem.grid;
  Entries matrix;
  for (const GridPoint p : points_of(whole(n)))
    for (const GridPoint q : points_of(whole(n)))
      if (const double value = coefficient(problem, p, q); value != 0)
        matrix[{number(n, p.x, p.y, p.z), number(n, q.x, q.y, q.z)}] = value;
  return matrix;
}

/// Small, thin and uneven grids, two-dimensional ones first.
inline constexpr std::array<GridSize, 5> flat_grids{{{1, 1, 1}, {5, 1, 1}, {1, 6, 1}, {2, 2, 1}, {7, 4, 1}}};
inline constexpr std::array<GridSize, 6> deep_grids{{{1, 1, 5}, {5, 1, 3}, {2, 2, 2}, {3, 4, 5}, {6, 5, 4}, {1, 7, 2}}};

/// Elements need two points in each direction.
inline bool is_possible(const ProblemProperties& metadata, GridSize grid) {
  const bool flat = metadata.dimensions == Dimensions::two;
  return metadata.dofs == 1 || (grid.x > 1 && grid.y > 1 && (flat || grid.z > 1));
}

/// Every kind of problem on every grid that it can have.
inline std::vector<Problem> all_problems() {
  std::vector<Problem> problems;
  for (const ProblemProperties& metadata : problem_table) {
    if (metadata.dimensions == Dimensions::none) continue;
    for (const GridSize grid : flat_grids)
      if (is_possible(metadata, grid)) problems.push_back(make_problem(metadata.kind, grid));
    if (metadata.dimensions == Dimensions::two) continue;
    for (const GridSize grid : deep_grids)
      if (is_possible(metadata, grid)) problems.push_back(make_problem(metadata.kind, grid));
  }
  return problems;
}

}  // namespace minikrylov::test
