// Element matrices by Gauss quadrature; on the host, since a single small matrix serves all elements.
#include "problems/element_matrix.hpp"

#include <cmath>
#include <vector>

namespace minikrylov {
namespace {

using Gradient = std::array<double, 3>;  ///< ∂/∂x, ∂/∂y, ∂/∂z; the last is zero in two dimensions

/// ∇N of a corner at a point of the unit element: N is a product of x or 1-x, y or 1-y, z or 1-z.
Gradient shape_gradient(int corner, int dimensions, const std::array<double, 3>& at) {
  Gradient gradient{};
  for (int i = 0; i < dimensions; ++i) {
    gradient[i] = 1;
    for (int k = 0; k < dimensions; ++k) {
      const bool far = (corner >> k & 1) != 0;
      const double value = far ? at[k] : 1 - at[k], slope = far ? 1 : -1;
      gradient[i] *= i == k ? slope : value;
    }
  }
  return gradient;
}

/// The 2 × 2 or 2 × 2 × 2 Gauss points of the unit element, all of equal weight.
std::vector<std::array<double, 3>> gauss_points(int dimensions) {
  const double near = 0.5 - 0.5 / std::sqrt(3.0);
  std::vector<std::array<double, 3>> points(1 << dimensions);
  for (int p = 0; p < 1 << dimensions; ++p)
    for (int k = 0; k < dimensions; ++k) points[p][k] = (p >> k & 1) != 0 ? 1 - near : near;
  return points;
}

/// A matrix with `dofs` rows per corner. form(∇Nᵃ, i, ∇Nᵇ, j) is integrated once per pair and stored twice, so rounding
/// cannot make the matrix unsymmetric.
template <class Form> ElementMatrix integrate(int dimensions, int dofs, const Form& form) {
  const int size = (1 << dimensions) * dofs;
  const Kokkos::View<double**, Kokkos::LayoutRight, Memory> matrix("element matrix", size, size);
  const auto host = Kokkos::create_mirror_view(matrix);
  const auto points = gauss_points(dimensions);
  for (int row = 0; row < size; ++row)
    for (int column = 0; column <= row; ++column) {
      double sum = 0;
      for (const auto& at : points)
        sum += form(shape_gradient(row / dofs, dimensions, at), row % dofs,
                    shape_gradient(column / dofs, dimensions, at), column % dofs);
      host(row, column) = host(column, row) = sum / static_cast<double>(points.size());
    }
  Kokkos::deep_copy(matrix, host);
  return matrix;
}

double dot(const Gradient& a, const Gradient& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

}  // namespace

ElementMatrix laplace_matrix(int dimensions) {
  return integrate(dimensions, 1, [](const Gradient& a, int, const Gradient& b, int) { return dot(a, b); });
}

ElementMatrix elasticity_matrix(int dimensions, const Material& material) {
  const double lambda = material.lambda(), mu = material.mu();
  return integrate(dimensions, dimensions, [=](const Gradient& a, int i, const Gradient& b, int j) {
    const double shear = i == j ? dot(a, b) : 0;
    return lambda * a[i] * b[j] + mu * a[j] * b[i] + mu * shear;
  });
}

std::array<double, 3> uniaxial_strain(int dimensions, const Material& material) {
  const double e = material.young, nu = material.poisson;
  if (dimensions == 2) return {-nu * (1 + nu) / e, (1 - nu * nu) / e, 0};
  return {-nu / e, -nu / e, 1 / e};
}

}  // namespace minikrylov
