// Element matrices: bilinear squares and trilinear cubes with sides of length 1.
#pragma once
#include <array>

#include "problems/arrays.hpp"

namespace minikrylov {

/// A square matrix in device memory, row-major.
using ElementMatrix = Kokkos::View<const double**, Kokkos::LayoutRight, Memory>;

/// A homogeneous isotropic material.
struct Material {
  double young = 1, poisson = 0.3;

  /// Lamé parameters; in two dimensions, for plane strain.
  [[nodiscard]] double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  [[nodiscard]] double mu() const { return young / (2 * (1 + poisson)); }
};

/// ∫ ∇Nᵃ·∇Nᵇ by two Gauss points per direction, which is exact. Corner a = x + 2 y + 4 z, four of them in two
/// dimensions, eight in three.
[[nodiscard]] ElementMatrix laplace_matrix(int dimensions);

/// ∫ σ(Nᵃ eᵢ) : ε(Nᵇ eⱼ) at row a·dimensions + i and column b·dimensions + j, by two Gauss points per direction;
/// bitwise symmetric.
[[nodiscard]] ElementMatrix elasticity_matrix(int dimensions, const Material& material);

/// The strains in x, y, z under a tension of 1 along the last axis, the sides free to contract; in two dimensions the
/// strain in z is zero (plane strain).
[[nodiscard]] std::array<double, 3> uniaxial_strain(int dimensions, const Material& material);

}  // namespace minikrylov
