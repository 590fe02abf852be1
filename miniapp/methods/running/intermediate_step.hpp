// The coefficients of an iterate that PIPE2CG passes through without summing its norms.
#pragma once
#include <cmath>
#include <limits>

#include "kernels/core/scalars.hpp"

namespace minikrylov {

/// A sum, and the sum of the magnitudes of its terms.
struct SumOfTerms {
  Scalars value, size;
};

/// (u, v) for u = Σ φᵢ uᵢ, v = Σ φᵢ vᵢ with (uᵢ, vⱼ) = (uⱼ, vᵢ), from the six inner products.
inline SumOfTerms quadratic_form(
    const Scalars (&phi)[3], const Scalars& s00, const Scalars& s01, const Scalars& s02, const Scalars& s11,
    const Scalars& s12, const Scalars& s22) {
  SumOfTerms form{0.0, 0.0};
  for (const Scalars& term :
       {phi[0] * phi[0] * s00,
        2.0 * phi[0] * phi[1] * s01,
        2.0 * phi[0] * phi[2] * s02,
        phi[1] * phi[1] * s11,
        2.0 * phi[1] * phi[2] * s12,
        phi[2] * phi[2] * s22}) {
    form.value = form.value + term;
    form.size = form.size + abs(term);
  }
  return form;
}

/// The value, but 0 where rounding errors of the terms are as large.
inline Scalars certain(const SumOfTerms& form) {
  constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
  return combine(form.value, form.size, [](double v, double all) { return std::fabs(v) <= rounding * all ? 0.0 : v; });
}

/// β of the intermediate step, but 0 where that step has solved the system. β is the squared norm of the residual that
/// the step leaves, and the terms are of the size of the one before it. Recurrences lose digits in the last steps of a
/// small system, so that a sign may be wrong although rounding errors of the terms are smaller than the sum. The second
/// step is then left out if the first one, by β and δ alike, has left less than a tenth of the residual. That is a
/// bound on what is left out, not on rounding errors: nothing is claimed by it, since the next iterate is tested, and
/// an indefinite matrix shows there in (z, A z), a sum over vectors.
inline Scalars unless_solved(const SumOfTerms& beta, const SumOfTerms& delta) {
  constexpr double tenth_squared = 0.01;
  Scalars left = certain(beta);
  const Scalars curvature = certain(delta);
  for (int j = 0; j < left.width(); ++j) {
    const bool wrong = left[j] <= 0 || curvature[j] <= 0;
    const bool solved = std::fabs(beta.value[j]) <= tenth_squared * beta.size[j] &&
                        std::fabs(delta.value[j]) <= tenth_squared * delta.size[j];
    if (wrong && solved) left[j] = 0;
  }
  return left;
}

/// What the length of the second step is divided by: δ, or 1 where that step is left out.
inline Scalars divisor_of(const SumOfTerms& delta, const Scalars& beta) {
  return combine(certain(delta), beta, [](double of_delta, double of_beta) { return of_beta == 0 ? 1.0 : of_delta; });
}

}  // namespace minikrylov
