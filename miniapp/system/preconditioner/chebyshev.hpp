// The polynomial of Chebyshev's iteration.
#pragma once
#include "miniapp/system/preconditioner/polynomial.hpp"

namespace minikrylov {

/// The interval in which a Chebyshev iteration damps errors.
struct ChebyshevInterval {
  double lower = 0, upper = 0;
};

/// For `degree` products, from an estimate from below of the largest eigenvalue of D⁻¹ A: its upper end is 10 % higher,
/// its lower end 1 + 4 (degree + 1)² times lower, where this many steps still damp by about a half.
[[nodiscard]] ChebyshevInterval chebyshev_interval(double largest_eigenvalue, int degree);

/// `degree` steps of the Chebyshev iteration for A z = r from D⁻¹ r: Y. Saad, Iterative Methods for Sparse Linear
/// Systems, 2nd ed. (2003), algorithm 12.1, as a recurrence of three terms. M is symmetric positive definite if all
/// eigenvalues lie between 0 and the sum of the interval's ends, since 1 - t p(t) is between -1 and 1 there;
/// eigenvalues below the interval do no harm.
[[nodiscard]] PolynomialSteps chebyshev_steps(const ChebyshevInterval& interval, int degree);

/// Iterations of CG per factor e of the error, by the bound from the condition number of M⁻¹ A (Saad, section 6.11.3):
/// 1 / arcosh((κ + 1) / (κ - 1)), M⁻¹ being the polynomial of `degree` products, for eigenvalues of D⁻¹ A from
/// `smallest_eigenvalue` to the upper end of its interval.
[[nodiscard]] double chebyshev_iterations(double smallest_eigenvalue, double largest_eigenvalue, int degree);

}  // namespace minikrylov
