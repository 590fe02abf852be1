// Elasticity: textbook entries, rigid bodies, patch tests, symmetry planes, loads.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "tests/problems/elements.hpp"

using namespace minikrylov;
using namespace minikrylov::test;
using Catch::Matchers::WithinAbs;

namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr double E = 1, nu = 0.3;

/// Hooke's law in Voigt notation: xx, yy, zz, yz, zx, xy. Plane strain is the same with zero strains in z.
Matrix hooke() {
  Matrix d(6, std::vector<double>(6));
  const double factor = E / ((1 + nu) * (1 - 2 * nu));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) d[i][j] = factor * (i == j ? 1 - nu : nu);
    d[3 + i][3 + i] = factor * (1 - 2 * nu) / 2;
  }
  return d;
}

/// The strains in Voigt notation of the displacement N e_c, from the gradient of N.
std::array<double, 6> strain(const Position& s, int c) {
  if (c == 0) return {s[0], 0, 0, 0, s[2], s[1]};
  if (c == 1) return {0, s[1], 0, s[2], 0, s[0]};
  return {0, 0, s[2], s[1], s[0], 0};
}

/// ∫ Bᵀ D B over one element, corners with x fastest.
Matrix element_matrix(int dimensions) {
  const Matrix d = hooke();
  const std::vector<GridPoint> corners = corners_of({0, 0, 0}, dimensions);
  const std::size_t size = corners.size() * dimensions;
  Matrix k(size, std::vector<double>(size));
  integrate(dimensions, [&](const Position& at, double weight) {
    std::vector<std::array<double, 6>> b;
    for (const GridPoint corner : corners)
      for (int c = 0; c < dimensions; ++c) b.push_back(strain(slopes_of(corner, at, dimensions), c));
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j)
        for (int v = 0; v < 6; ++v)
          for (int w = 0; w < 6; ++w) k[i][j] += weight * b[i][v] * d[v][w] * b[j][w];
  });
  return k;
}

/// Adds element by element; rows and columns of prescribed unknowns are zero except for the diagonal.
Entries matrix_by_elements(const Problem& problem) {
  const int dofs = problem.dofs();
  const Matrix k = element_matrix(dofs);
  Entries matrix;
  for (const GridPoint e : points_of(elements_between(problem))) {
    const std::vector<GridPoint> corners = corners_of(e, dofs);
    for (std::size_t i = 0; i < k.size(); ++i)
      for (std::size_t j = 0; j < k.size(); ++j) {
        const GridPoint p = corners[i / dofs], q = corners[j / dofs];
        const int c = static_cast<int>(i) % dofs, d = static_cast<int>(j) % dofs;
        const GlobalIndex row = number(problem.grid, p.x, p.y, p.z) * dofs + c;
        const GlobalIndex column = number(problem.grid, q.x, q.y, q.z) * dofs + d;
        const bool cleared = row != column && (is_held(problem, p, c) || is_held(problem, q, d));
        matrix[{row, column}] += cleared ? 0 : k[i][j];
      }
  }
  return matrix;
}

/// The matrix of a body without constraints.
template <int dimensions> Entries free_matrix(const Problem& problem) {
  const Elements elements{elements_between(problem), elasticity_matrix(dimensions, {E, nu})};
  const ElementStencil<Free<dimensions>> stencil{problem.grid, elements, {}};
  System system{{}, std::vector<double>(problem.rows())};
  const Rows rows = stencil_rows(stencil, whole(problem.grid));
  REQUIRE(rows.solution.extent(0) == 0);
  glue(problem.grid, whole(problem.grid), rows, system);
  return system.matrix;
}

Entries free_matrix(const Problem& problem) {
  return problem.dofs() == 2 ? free_matrix<2>(problem) : free_matrix<3>(problem);
}

/// Displacements that are linear in the coordinates: u = gradient · x + shift.
std::vector<double> linear_field(const Problem& problem, const Matrix& gradient, const Position& shift) {
  std::vector<double> field;
  for (const GridPoint p : points_of(whole(problem.grid)))
    for (int c = 0; c < problem.dofs(); ++c)
      field.push_back(gradient[c][0] * p.x + gradient[c][1] * p.y + gradient[c][2] * p.z + shift[c]);
  return field;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

std::vector<Problem> elastic_problems() {
  std::vector<Problem> problems;
  for (const Problem& problem : all_problems())
    if (problem.dofs() > 1) problems.push_back(problem);
  return problems;
}

/// Whether A is positive definite, by the pivots of its Cholesky factorisation.
bool is_positive_definite(const Entries& matrix, std::size_t n) {
  Matrix a(n, std::vector<double>(n));
  for (const auto& [at, value] : matrix) a[at.first][at.second] = value;
  for (std::size_t k = 0; k < n; ++k) {
    if (!(a[k][k] > 1e-8)) return false;
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j <= i; ++j) a[i][j] -= a[i][k] * a[j][k] / a[k][k];
  }
  return true;
}

}  // namespace

TEST_CASE("entries of elasticity agree with a sum over elements") {
  for (const Problem& problem : elastic_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    const Entries matrix = assemble_whole(problem).matrix, expected = matrix_by_elements(problem);
    REQUIRE(matrix.size() == expected.size());
    for (const auto& [at, value] : expected) {
      CAPTURE(at.first, at.second);
      REQUIRE(matrix.contains(at));
      CHECK_THAT(matrix.at(at), WithinAbs(value, 1e-14));
    }
  }
}

TEST_CASE("rigid body motions need no force") {
  for (const Problem& problem : elastic_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    const Entries matrix = free_matrix(problem);
    const Matrix still(3, std::vector<double>(3));
    for (int c = 0; c < problem.dofs(); ++c) {
      Position shift{};
      shift[c] = 1;
      CHECK(largest(multiply(matrix, linear_field(problem, still, shift))) < 1e-13);
    }
    for (int c = 0; c < problem.dofs(); ++c)
      for (int d = 0; d < c; ++d) {
        Matrix turn = still;
        turn[c][d] = 1;
        turn[d][c] = -1;
        CHECK(largest(multiply(matrix, linear_field(problem, turn, {}))) < 1e-12);
      }
  }
}

TEST_CASE("patch test: under uniform strain interior points are in equilibrium, and faces carry the stress") {
  for (const Problem& problem : elastic_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    const GridSize n = problem.grid;
    const bool flat = problem.dofs() == 2;
    const double none = 0;
    const Matrix gradient{{0.7, -0.2, flat ? none : 0.4}, {0.5, -1.1, flat ? none : 0.9}, {0.3, 0.8, 0.6}};
    const std::vector<double> force = multiply(free_matrix(problem), linear_field(problem, gradient, {1, 2, 3}));
    double pulled = 0;
    for (const GridPoint p : points_of(whole(n))) {
      const bool inner = p.x % (n.x - 1) != 0 && p.y % (n.y - 1) != 0 && (flat || p.z % (n.z - 1) != 0);
      for (int c = 0; c < problem.dofs(); ++c) {
        const double f = force[number(n, p.x, p.y, p.z) * problem.dofs() + c];
        if (inner) CHECK_THAT(f, WithinAbs(0, 1e-12));
        // The face x = max carries σxx times its area. Its edges also carry forces of other faces, which cancel with
        // those at x = min, where σxx has the opposite sign: hence the weight x.
        if (c == 0) pulled += f * p.x;
      }
    }
    const double trace = gradient[0][0] + gradient[1][1] + (flat ? 0 : gradient[2][2]);
    const double stress = E / (1 + nu) * (gradient[0][0] + nu / (1 - 2 * nu) * trace);
    const double volume = (n.x - 1.0) * (n.y - 1.0) * (flat ? 1 : n.z - 1.0);
    CHECK_THAT(pulled, WithinAbs(stress * volume, 1e-11));
  }
}

TEST_CASE("matrices of constrained bodies are positive definite, those of free bodies are not") {
  for (const Problem& problem : elastic_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    const auto n = static_cast<std::size_t>(problem.rows());
    CHECK(is_positive_definite(assemble_whole(problem).matrix, n));
    CHECK_FALSE(is_positive_definite(free_matrix(problem), n));
  }
}

TEST_CASE("the load pulls along the last axis at the far end, with a total equal to the area") {
  for (const Problem& problem : elastic_problems()) {
    CAPTURE(properties_of(problem.kind).name, problem.grid.x, problem.grid.y, problem.grid.z);
    const GridSize n = problem.grid;
    const bool flat = problem.dofs() == 2;
    const std::vector<double> rhs = assemble_whole(problem).rhs;
    double total = 0;
    for (const GridPoint p : points_of(whole(n)))
      for (int c = 0; c < problem.dofs(); ++c) {
        const double load = rhs[number(n, p.x, p.y, p.z) * problem.dofs() + c];
        const bool loaded = c == problem.dofs() - 1 && (flat ? p.y == n.y - 1 : p.z == n.z - 1);
        CHECK((loaded ? load > 0 : load == 0));
        total += load;
      }
    CHECK(total == (n.x - 1.0) * (flat ? 1 : n.y - 1.0));
  }
}
