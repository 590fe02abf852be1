// Leja's order of points.
#pragma once
#include <complex>
#include <vector>

namespace minikrylov {

/// The points with an imaginary part ≥ 0, each as far as possible from those before it in the product of distances,
/// beginning with the largest; one with an imaginary part > 0 counts together with its conjugate (L. Reichel, BIT 30
/// (1990) 332-346; Z. Bai, D. Hu, L. Reichel, IMA J. Numer. Anal. 14 (1994) 563-581).
[[nodiscard]] std::vector<std::complex<double>> leja_ordered(const std::vector<std::complex<double>>& points);

}  // namespace minikrylov
