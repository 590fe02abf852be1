// What is known of methods and systems before any machine is looked at.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "problems/problem.hpp"

namespace minikrylov {

/// Iterations of the classical method with Jacobi until ‖r‖ ≤ 1e-8 ‖b‖, of the runs that were measured.
struct KnownIterations {
  ProblemKind problem;
  int points, least, most;
};

/// What rounding does to a variant in the iterations that are compared (variants.hpp): the worst that was measured.
struct KnownRounding {
  ProblemKind problem;
  std::string_view method;
  double deviation;  ///< of its residual norms from those of the classical method, relative
  double loss;       ///< |‖b - A x‖ - ‖r‖| / ‖b‖ at the end, of its recurrence residual r
};

/// Both tables are written by scripts/acceptance/known.py.
[[nodiscard]] std::span<const KnownIterations> known_iterations();
[[nodiscard]] std::span<const KnownRounding> known_rounding();

/// The row of a system; null: nothing is known.
[[nodiscard]] const KnownIterations* find_iterations(ProblemKind problem, int points);
[[nodiscard]] const KnownRounding* find_rounding(ProblemKind problem, std::string_view method);

/// Iterations of a system of any size, about: as many per point in each direction as the largest one that is known.
[[nodiscard]] double iterations_about(ProblemKind problem, int points);

/// The size of the validation's systems: the largest that is known and not above `points`, or else the smallest.
[[nodiscard]] int validation_points(int points);

}  // namespace minikrylov
