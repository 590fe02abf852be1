// Chebyshev's iteration with the diagonal of A.
#include "miniapp/system/preconditioner/chebyshev.hpp"

#include <algorithm>
#include <cmath>

#include "miniapp/system/preconditioner/spectrum.hpp"

namespace minikrylov {
namespace {

/// Chebyshev's polynomial for an argument of 1 or more.
double chebyshev_above(int degree, double x) { return std::cosh(degree * std::acosh(x)); }

}  // namespace

ChebyshevInterval chebyshev_interval(double largest_eigenvalue, int degree) {
  constexpr double above = 1.1;  // the power method underestimates
  const double upper = above * largest_eigenvalue;
  return {upper / (1 + 4.0 * (degree + 1) * (degree + 1)), upper};
}

/// z' = z + ρ' ρ (z - z'') + 2 ρ'/δ D⁻¹ (r - A z), with D⁻¹ r = θ z_0.
PolynomialSteps chebyshev_steps(const ChebyshevInterval& interval, int degree) {
  const double centre = (interval.upper + interval.lower) / 2, radius = (interval.upper - interval.lower) / 2;
  const double sigma = centre / radius;
  double rho = 1 / sigma;
  PolynomialSteps steps{.first = 1 / centre};
  for (int k = 0; k < degree; ++k) {
    const double next = 1 / (2 * sigma - rho), step = 2 * next / radius;
    steps.terms.push_back({.a = -step, .b = 1 + next * rho, .c = -next * rho, .d = step * centre});
    rho = next;
  }
  return steps;
}

double chebyshev_iterations(double smallest_eigenvalue, double largest_eigenvalue, int degree) {
  const auto [lower, upper] = chebyshev_interval(largest_eigenvalue, degree);
  const double centre = (upper + lower) / 2, radius = (upper - lower) / 2;
  const int steps = degree + 1;
  // t p(t) = 1 - T((θ - t) / δ) / T(θ / δ): within 1 ± 1 / T(θ / δ) on the interval, and growing from 0 below it.
  const double most = chebyshev_above(steps, centre / radius);
  const double below = chebyshev_above(steps, std::max(1.0, (centre - smallest_eigenvalue) / radius));
  const double smallest = 1 - below / most, largest = 1 + 1 / most;
  return 1 / std::acosh((largest + smallest) / (largest - smallest));
}

std::unique_ptr<Preconditioner> make_chebyshev(const PreconditionerInputs& from) {
  const System& system = from.system;
  const Jacobi jacobi(system.diagonal);
  const double largest = largest_eigenvalue(from.A, jacobi, system.ghosts, system.global_number, from.ranks);
  const int degree = from.how.chebyshev_degree;
  return make_polynomial(from, chebyshev_steps(chebyshev_interval(largest, degree), degree));
}

}  // namespace minikrylov
