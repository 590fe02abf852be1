// Reference data: iteration counts and rounding errors measured beforehand.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "problems/problem.hpp"

namespace minikrylov {

/// Iterations of the classical method with Jacobi until ‖r‖ ≤ 1e-8 ‖b‖: the range over all reference runs.
struct KnownIterations {
  ProblemKind problem;
  int points, minimum, maximum;
};

/// The effect of rounding on a variant in the iterations that are compared (variants.hpp): the worst that was measured.
struct KnownRounding {
  ProblemKind problem;
  std::string_view method;
  double deviation;  ///< of its residual norms from those of the classical method, relative
  double loss;       ///< |‖b - A x‖ - ‖r‖| / ‖b‖ at the end, of its recurrence residual r
};

/// Both tables are written by scripts/acceptance/known.py.
[[nodiscard]] std::span<const KnownIterations> known_iterations();
[[nodiscard]] std::span<const KnownRounding> known_rounding();

/// The row of a system; null if there is no reference.
[[nodiscard]] const KnownIterations* find_iterations(ProblemKind problem, int points);
[[nodiscard]] const KnownRounding* find_rounding(ProblemKind problem, std::string_view method);

/// Estimated iterations of a system of any size: proportional to the points in each direction, from the largest known.
[[nodiscard]] double iterations_about(ProblemKind problem, int points);

/// The size of the validation's systems: the largest known one not above `points`, otherwise the smallest known.
[[nodiscard]] int validation_points(int points);

}  // namespace minikrylov
