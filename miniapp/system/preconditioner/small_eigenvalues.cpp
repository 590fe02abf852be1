// Jacobi's method.
#include "miniapp/system/preconditioner/small_eigenvalues.hpp"

#include <algorithm>
#include <cmath>

namespace minikrylov {
namespace {

/// Makes entry (p, q) zero.
void rotate(SmallMatrix& a, int p, int q) {
  if (a(p, q) == 0) return;
  const double tau = (a(q, q) - a(p, p)) / (2 * a(p, q));
  const double t = std::copysign(1.0, tau) / (std::fabs(tau) + std::sqrt(1 + tau * tau));
  const double c = 1 / std::sqrt(1 + t * t), s = t * c;
  for (int k = 0; k < a.size(); ++k) {
    const double left = a(k, p), right = a(k, q);
    a(k, p) = c * left - s * right;
    a(k, q) = s * left + c * right;
  }
  for (int k = 0; k < a.size(); ++k) {
    const double upper = a(p, k), lower = a(q, k);
    a(p, k) = c * upper - s * lower;
    a(q, k) = s * upper + c * lower;
  }
}

/// Sums of squares on the diagonal, and beside it.
struct Squares {
  double on = 0, off = 0;
};
Squares squares_of(const SmallMatrix& a) {
  Squares squares;
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < a.size(); ++j) (i == j ? squares.on : squares.off) += a(i, j) * a(i, j);
  return squares;
}

}  // namespace

std::vector<double> eigenvalues(SmallMatrix symmetric) {
  constexpr int most_sweeps = 50;
  constexpr double negligible = 1e-32;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    const Squares squares = squares_of(symmetric);
    if (!(squares.off > negligible * squares.on)) break;
    for (int p = 0; p < symmetric.size(); ++p)
      for (int q = p + 1; q < symmetric.size(); ++q) rotate(symmetric, p, q);
  }
  std::vector<double> values;
  for (int i = 0; i < symmetric.size(); ++i) values.push_back(symmetric(i, i));
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace minikrylov
