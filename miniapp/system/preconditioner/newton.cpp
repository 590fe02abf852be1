// Roots, and steps through them.
#include "miniapp/system/preconditioner/newton.hpp"

#include <algorithm>
#include <cmath>

#include "miniapp/system/preconditioner/arnoldi.hpp"
#include "miniapp/system/preconditioner/leja.hpp"
#include "miniapp/system/preconditioner/spectrum.hpp"
#include "miniapp/system/right_hand_sides.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

using Roots = std::vector<std::complex<double>>;

double smallest_of(const Array<double>& diagonal, LocalIndex rows, const Communicator& ranks) {
  double smallest = 1;
  Kokkos::parallel_reduce(
      "min diag(A)", Kokkos::RangePolicy<Exec>(0, rows),
      KOKKOS_LAMBDA(LocalIndex i, double& least) { least = diagonal(i) < least ? diagonal(i) : least; },
      Kokkos::Min<double>(smallest));
  return ranks.reduce(smallest, ReduceBy::minimum);
}

/// D⁻¹ A in a Krylov space. In the inner product of D it is symmetric if A is, and then so is H.
Projected projected_on(const PreconditionerInputs& from, int steps) {
  const System& system = from.system;
  const Vector start = make_vector("v", system.rows, system.ghosts, 1);
  fill_pseudo_random(system.global_number, start);
  const Jacobi jacobi(system.diagonal);
  if (!(smallest_of(system.diagonal, system.rows, from.ranks) > 0))
    return arnoldi(from.A, jacobi, Identity(), start, from.ranks, steps);
  const Jacobi diagonal(jacobi.inverse_diagonal());
  return arnoldi(from.A, jacobi, diagonal, start, from.ranks, steps);
}

bool is_symmetric(const SmallMatrix& H) {
  constexpr double rounding = 1e-8;
  double largest = 0, difference = 0;
  for (int i = 0; i < H.size(); ++i)
    for (int j = 0; j < H.size(); ++j) {
      largest = std::max(largest, std::fabs(H(i, j)));
      difference = std::max(difference, std::fabs(H(i, j) - H(j, i)));
    }
  return difference <= rounding * largest;
}

bool are_positive(const Roots& roots) {
  return std::all_of(roots.begin(), roots.end(),
                     [](const std::complex<double>& root) { return root.imag() == 0 && root.real() > 0; });
}

/// For CG, p must not be negative on the spectrum.
void require_positive(const Roots& roots, const Projected& projected, const PreconditionerInputs& from, int degree) {
  if (!is_symmetric(projected.H) || !are_positive(roots)) return;
  // Beyond the largest root 1 - t p(t) falls, unless their number is even; all eigenvalues may lie beyond.
  const bool rises = roots.size() % 2 == 0 && projected.left > 0;
  constexpr double above = 1.1;  // the power method underestimates
  const System& system = from.system;
  const double upper = rises ? above * largest_eigenvalue(from.A, Jacobi(system.diagonal), system.ghosts,
                                                          system.global_number, from.ranks)
                             : 0;
  const double largest = largest_newton_residual(roots, upper);
  require(
      largest < 1,
      "newton with {} products does not suit this matrix (some t p(t) are {:.2g}, and CG needs a positive M) use {}",
      degree, 1 - largest, rises ? fmt::format("--chebyshev-degree {}", degree - 1) : "--preconditioner chebyshev");
}

}  // namespace

PolynomialSteps newton_steps(std::span<const std::complex<double>> roots, int degree) {
  PolynomialSteps steps{.first = 1 / std::abs(roots.front())};
  if (roots.front().imag() == 0) steps.first = 1 / roots.front().real();
  // Real: z' = z + D⁻¹ (r - A z) / θ. A pair: the same with |θ| gives y, and with B = D⁻¹ A and u = D⁻¹ r
  // z'' = z + (2 Re θ (u - B z) - B (u - B z)) / |θ|², where u - B z = |θ| (y - z): no division by Re θ.
  for (std::size_t k = 0; k < roots.size(); ++k) {
    const bool pair = roots[k].imag() > 0;
    const double by = 1 / (pair ? std::abs(roots[k]) : roots[k].real()), of_first = by / steps.first;
    const double cosines = 2 * roots[k].real() * by;
    if (k > 0) steps.terms.push_back({.a = -by, .b = 1, .d = of_first});
    if (pair && k > 0) steps.terms.push_back({.a = -by, .b = cosines - 1, .c = 2 - cosines, .d = of_first});
    if (pair && k == 0) steps.terms.push_back({.a = -by, .b = cosines});
  }
  steps.terms.resize(degree, {.a = 0, .b = 1});
  return steps;
}

double newton_residual(std::span<const std::complex<double>> roots, double t) {
  double product = 1;
  for (const std::complex<double>& root : roots)
    product *= root.imag() > 0 ? std::norm(1.0 - t / root) : 1 - t / root.real();
  return product;
}

double largest_newton_residual(std::span<const std::complex<double>> roots, double upper) {
  std::vector<double> ends;
  for (const std::complex<double>& root : roots) ends.push_back(root.real());
  ends.push_back(upper);
  std::sort(ends.begin(), ends.end());
  double largest = 0;
  constexpr int samples = 64;  // between two roots
  for (std::size_t k = 0; k + 1 < ends.size(); ++k)
    for (int i = 1; i <= samples; ++i) {
      const double t = ends[k] + (ends[k + 1] - ends[k]) * i / samples;
      largest = std::max(largest, newton_residual(roots, t));
    }
  return largest;
}

std::vector<std::complex<double>> newton_roots(const PreconditionerInputs& from, int degree) {
  const Projected projected = projected_on(from, degree + 1);
  Roots roots = leja_ordered(harmonic_ritz_values(projected));
  constexpr double negligible = 1e-14;
  const bool exist = !roots.empty() && std::all_of(roots.begin(), roots.end(), [&](const std::complex<double>& root) {
    return std::isfinite(root.real()) && std::abs(root) > negligible * std::abs(roots.front());
  });
  require(
      exist,
      "newton with {} products does not exist (a root of its polynomial is zero or infinite: the matrix is singular "
      "in a Krylov space) use another --chebyshev-degree or --preconditioner jacobi",
      degree);
  require_positive(roots, projected, from, degree);
  return roots;
}

std::unique_ptr<Preconditioner> make_newton(const PreconditionerInputs& from) {
  const int degree = from.how.chebyshev_degree;
  return make_polynomial(from, newton_steps(newton_roots(from, degree), degree));
}

}  // namespace minikrylov
