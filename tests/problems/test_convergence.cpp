// Manufactured solutions: halving the element width quarters the error.
#include <catch2/catch_test_macros.hpp>

#include "tests/problems/elements.hpp"

using namespace minikrylov;
using namespace minikrylov::test;

namespace {

/// A smooth field on the unit square or cube, and its derivatives. Component c is zero where coordinate c is; a field
/// with one component is zero on the whole boundary.
struct Field {
  int dimensions, dofs;

  [[nodiscard]] double value(int c, const Position& x) const {
    if (dofs == 1) return std::sin(M_PI * x[0]) * x[1] * (1 - x[1]);
    double product = std::sin(x[c]);
    for (int k = 0; k < dimensions; ++k)
      if (k != c) product *= std::exp(growth(c) * x[k]);
    return product;
  }
  [[nodiscard]] double slope(int c, int k, const Position& x) const {
    if (dofs == 1 && k == 0) return M_PI * std::cos(M_PI * x[0]) * x[1] * (1 - x[1]);
    if (dofs == 1) return std::sin(M_PI * x[0]) * (1 - 2 * x[1]);
    return k == c ? value(c, x) * std::cos(x[c]) / std::sin(x[c]) : growth(c) * value(c, x);
  }
  /// The flux: the gradient, or the stress by Hooke's law with E = 1 and ν = 0.3.
  [[nodiscard]] double flux(int c, int k, const Position& x) const {
    if (dofs == 1) return slope(c, k, x);
    double divergence = 0;
    for (int j = 0; j < dimensions; ++j) divergence += slope(j, j, x);
    const double pressure = c == k ? 0.3 / (1 - 2 * 0.3) * divergence : 0;
    return (0.5 * (slope(c, k, x) + slope(k, c, x)) + pressure) / (1 + 0.3);
  }

 private:
  static double growth(int c) { return 0.25 * (c + 1); }
};

/// The loads that balance the field, body forces and tractions together: ∫ flux · ∇N, with elements of width `h` and
/// point p at h (p + first).
std::vector<double> loads_of(const Problem& problem, const Field& field, double h, int first) {
  std::vector<double> loads(problem.rows());
  for (const GridPoint e : points_of(elements_between(problem)))
    for (const GridPoint p : corners_of(e, field.dimensions)) {
      if (!whole(problem.grid).contains(p)) continue;
      const GridPoint corner{p.x - e.x, p.y - e.y, p.z - e.z};
      integrate(field.dimensions, [&](const Position& at, double weight) {
        const Position slopes = slopes_of(corner, at, field.dimensions);
        const Position x{h * (e.x + first + at[0]), h * (e.y + first + at[1]), h * (e.z + at[2])};
        for (int c = 0; c < field.dofs; ++c)
          for (int k = 0; k < field.dimensions && !is_held(problem, p, c); ++k)
            loads[number(problem.grid, p.x, p.y, p.z) * field.dofs + c] += h * weight * field.flux(c, k, x) * slopes[k];
      });
    }
  return loads;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Solves A x = b by CG.
std::vector<double> solve(const HostRows& A, const std::vector<double>& b) {
  const std::size_t n = b.size();
  std::vector<double> x(n), r = b, p = b, q(n);
  double rho = dot(r, r);
  const double enough = 1e-24 * rho;
  for (int iteration = 0; rho > enough && iteration < 2000; ++iteration) {
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = 0;
      for (Offset e = A.offsets[i]; e < A.offsets[i + 1]; ++e) q[i] += A.values[e] * p[A.columns[e]];
    }
    const double alpha = rho / dot(p, q), before = rho;
    for (std::size_t i = 0; i < n; ++i) x[i] += alpha * p[i];
    for (std::size_t i = 0; i < n; ++i) r[i] -= alpha * q[i];
    rho = dot(r, r);
    for (std::size_t i = 0; i < n; ++i) p[i] = r[i] + rho / before * p[i];
  }
  REQUIRE(rho <= enough);
  return x;
}

/// The root mean square error over all points, with `elements` elements in each direction.
double error_with(ProblemKind kind, LocalIndex elements) {
  const ProblemProperties& metadata = properties_of(kind);
  const Field field{metadata.dimensions == Dimensions::two ? 2 : 3, metadata.dofs};
  const int first = metadata.dofs == 1 ? 1 : 0;  // with one component, points on the boundary are not unknowns
  const LocalIndex points = first == 1 ? elements - 1 : elements + 1;
  const Problem problem = make_problem(kind, {points, points, field.dimensions == 2 ? 1 : points});
  const double h = 1.0 / elements;

  const HostRows rows = to_host(assemble(problem, whole(problem.grid)));
  const std::vector<double> x = solve(rows, loads_of(problem, field, h, first));
  double squares = 0;
  for (const GridPoint p : points_of(whole(problem.grid)))
    for (int c = 0; c < metadata.dofs; ++c) {
      const double exact = field.value(c, {h * (p.x + first), h * (p.y + first), h * p.z});
      squares += std::pow(x[number(problem.grid, p.x, p.y, p.z) * metadata.dofs + c] - exact, 2);
    }
  return std::sqrt(squares / static_cast<double>(problem.rows()));
}

}  // namespace

TEST_CASE("finite elements converge quadratically") {
  for (const auto& [kind, coarse] :
       {std::pair{ProblemKind::fe2d_9, 16}, {ProblemKind::elasticity2d, 16}, {ProblemKind::elasticity3d, 5}}) {
    const double errors[] = {error_with(kind, coarse), error_with(kind, 2 * coarse)};
    const double order = std::log2(errors[0] / errors[1]);
    CAPTURE(properties_of(kind).name, errors[0], errors[1]);
    CHECK(errors[1] < 2e-3);
    CHECK(order > 1.9);
    CHECK(order < 2.1);
  }
}
