// How a solve ended, and its history.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/core/profile.hpp"
#include "kernels/core/scalars.hpp"

namespace minikrylov {

/// Why the iteration of a right-hand side ended. Numerical trouble is an outcome, not an exception.
enum class Ending {
  running,                    ///< still iterating
  converged,                  ///< the residual norm fell below the tolerance
  iteration_limit,            ///< the allowed or requested number of iterations was reached
  breakdown_rho,              ///< ρ = (r₀, r) = 0: the new residual is orthogonal to the shadow residual
  breakdown_r0v,              ///< (r₀, v) = 0: no step along p
  breakdown_omega,            ///< ω = 0: no stabilising step
  breakdown_square_root,      ///< a negative radicand: rounding has destroyed a deep pipeline's basis
  indefinite_matrix,          ///< (p, A p) ≤ 0: A is not positive definite
  indefinite_preconditioner,  ///< (r, M⁻¹ r) < 0: M is not positive definite
  not_finite,                 ///< a sum is infinite or NaN
  diverged,                   ///< the residual grew without bound
  stagnated,                  ///< no progress over many iterations
  attainable_accuracy         ///< rounding has decoupled the recurrences from b - A x, which stagnates
};

struct EndingName {
  Ending ending;
  std::string_view name, meaning;
};

inline constexpr EndingName ending_names[] = {
    {Ending::running, "running", "the iteration has not finished"},
    {Ending::converged, "converged", "the residual norm fell below the tolerance"},
    {Ending::iteration_limit, "iteration limit", "the iterations allowed were used up"},
    {Ending::breakdown_rho, "breakdown: rho = 0", "the residual became orthogonal to the shadow residual"},
    {Ending::breakdown_r0v, "breakdown: (r0,v) = 0", "no step along the search direction exists"},
    {Ending::breakdown_omega, "breakdown: omega = 0", "the stabilising step vanished"},
    {Ending::breakdown_square_root, "breakdown: square root", "rounding errors have destroyed the pipeline basis"},
    {Ending::indefinite_matrix, "indefinite matrix", "(p, A p) <= 0: CG needs a positive definite matrix"},
    {Ending::indefinite_preconditioner, "indefinite preconditioner", "(r, M^-1 r) < 0"},
    {Ending::not_finite, "not finite", "an infinity or NaN appeared"},
    {Ending::diverged, "diverged", "the residual grew without bound"},
    {Ending::stagnated, "stagnated", "the residual made no progress over many iterations"},
    {Ending::attainable_accuracy,
     "attainable accuracy reached",
     "rounding has decoupled the recurrences from the true residual, which stagnates"},
};

constexpr std::string_view name_of(Ending ending) { return ending_names[static_cast<int>(ending)].name; }

/// What runs in double precision between inner iterations on vectors in single precision, whose counts exclude it.
struct ExactPasses {
  TrafficCounters traffic;  ///< of vectors in double precision
  double copied_bytes = 0;  ///< on this rank, between the two precisions
  friend ExactPasses operator-(const ExactPasses& a, const ExactPasses& b) {
    return {a.traffic - b.traffic, a.copied_bytes - b.copied_bytes};
  }
};

/// What a method returns. Norms are those of the recurrence residual, ‖r‖₂; true residuals are computed elsewhere.
struct Outcome {
  int iterations = 0;                    ///< of the slowest right-hand side
  std::vector<Ending> endings;           ///< one per right-hand side
  std::vector<int> iterations_of;        ///< one per right-hand side
  std::vector<double> residual_history;  ///< [iteration][right-hand side], ‖rᵢ‖
  std::vector<double> times;             ///< wall_time() in seconds when iterate i was tested
  int restarts = 0;
  int replacements = 0;                 ///< of r by b - A x, where an estimate or the period asked for it
  std::optional<int> smallest_steps{};  ///< s of the shortest block of an s-step method
  std::optional<int> exact_products{};  ///< with A in double precision, where the others are with a rounded matrix
  TrafficCounters setup, total;         ///< counts outside of iterations, and of the whole solve
  ExactPasses exact_passes{};           ///< after the first residual

  [[nodiscard]] Ending worst() const;  ///< converged or iteration_limit only if all right-hand sides ended so
};

}  // namespace minikrylov
