// Applying a LocalSolver, and measuring errors.
#pragma once
#include <limits>

#include "kernels/triangular/local_solver.hpp"
#include "tests/kernels/dense_samples.hpp"

namespace minikrylov::samples {

/// M⁻¹ r, into a vector of NaNs.
inline std::vector<double> solve(const LocalSolver& solver, const std::vector<double>& r, int width) {
  const LocalIndex rows = solver.rows();
  const Vector z = vector_of(std::vector<double>(r.size(), std::numeric_limits<double>::quiet_NaN()), rows, width);
  solver.solve(vector_of(r, rows, width), z, nullptr);
  return to_host(z.data);
}

inline std::vector<double> times(const Dense& m, const std::vector<double>& z, int width) {
  std::vector<double> r(z.size(), 0.0);
  for (LocalIndex i = 0; i < m.rows; ++i)
    for (LocalIndex k = 0; k < m.rows; ++k)
      for (int j = 0; j < width; ++j) r[i * width + j] += m(i, k) * z[k * width + j];
  return r;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) <= largest)) largest = std::fabs(a[i] - b[i]);
  return largest;
}

/// |(x, M⁻¹ y) - (y, M⁻¹ x)| over Σ |xᵢ (M⁻¹ y)ᵢ| for random x and y.
inline double asymmetry(const LocalSolver& solver) {
  const auto x = random_values(solver.rows(), 63), y = random_values(solver.rows(), 64);
  const auto mx = solve(solver, x, 1), my = solve(solver, y, 1);
  double xy = 0, yx = 0, size = 0;
  for (std::size_t i = 0; i < x.size(); ++i) xy += x[i] * my[i], yx += y[i] * mx[i], size += std::fabs(x[i] * my[i]);
  return std::fabs(xy - yx) / size;
}

}  // namespace minikrylov::samples
