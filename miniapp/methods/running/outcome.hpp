// How a solve ended, and what it left behind.
#pragma once
#include <string_view>
#include <vector>

#include "kernels/core/profile.hpp"
#include "kernels/core/scalars.hpp"

namespace minikrylov {

/// Why the iteration of one right-hand side ended. Numerical trouble is an outcome, not an exception.
enum class Ending {
  running,                    ///< not ended yet
  converged,                  ///< the residual norm fell below the tolerance
  iteration_limit,            ///< as many iterations as were allowed, or as were asked for
  breakdown_rho,              ///< ρ = (r₀, r) = 0: the new residual is orthogonal to the shadow residual
  breakdown_r0v,              ///< (r₀, v) = 0: no step along p
  breakdown_omega,            ///< ω = 0: no stabilising step
  breakdown_square_root,      ///< a negative number under a root: rounding has spoilt a deep pipeline's basis
  indefinite_matrix,          ///< (p, A p) ≤ 0: A is not positive definite
  indefinite_preconditioner,  ///< (r, M⁻¹ r) < 0: M is not positive definite
  not_finite,                 ///< an infinity or not-a-number among the sums
  diverged,                   ///< the residual grew beyond all use
  stagnated,                  ///< no progress over many iterations
  attainable_accuracy         ///< rounding has cut the recurrences off from b - A x, which does not get smaller
};

struct EndingName {
  Ending ending;
  std::string_view name, meaning;
};

inline constexpr EndingName ending_names[] = {
    {Ending::running, "running", "the iteration was not run to its end"},
    {Ending::converged, "converged", "the residual norm fell below the tolerance"},
    {Ending::iteration_limit, "iteration limit", "the iterations allowed were used up"},
    {Ending::breakdown_rho, "breakdown: rho = 0", "the residual became orthogonal to the shadow residual"},
    {Ending::breakdown_r0v, "breakdown: (r0,v) = 0", "no step along the search direction exists"},
    {Ending::breakdown_omega, "breakdown: omega = 0", "the stabilising step vanished"},
    {Ending::breakdown_square_root, "breakdown: square root", "rounding errors have spoilt the basis of the pipeline"},
    {Ending::indefinite_matrix, "indefinite matrix", "(p, A p) <= 0: CG needs a positive definite matrix"},
    {Ending::indefinite_preconditioner, "indefinite preconditioner", "(r, M^-1 r) < 0"},
    {Ending::not_finite, "not finite", "an infinity or not-a-number appeared"},
    {Ending::diverged, "diverged", "the residual grew beyond all use"},
    {Ending::stagnated, "stagnated", "the residual made no progress over many iterations"},
    {Ending::attainable_accuracy,
     "attainable accuracy reached",
     "rounding has cut the recurrences off from the true residual, which gets no smaller"},
};

constexpr std::string_view name_of(Ending ending) { return ending_names[static_cast<int>(ending)].name; }

/// What a method returns. Norms are of the recurrence residual ‖r‖₂; true residuals are computed elsewhere.
struct Outcome {
  int iterations = 0;                    ///< of the right-hand side that took longest
  std::vector<Ending> endings;           ///< one per right-hand side
  std::vector<int> iterations_of;        ///< one per right-hand side
  std::vector<double> residual_history;  ///< [iteration][right-hand side], ‖rᵢ‖
  std::vector<double> times;             ///< seconds (wall_time) at which iteration i was judged
  int restarts = 0;
  TrafficCounters setup, total;  ///< counts before the first judgement, and of the whole solve

  [[nodiscard]] Ending worst() const;  ///< converged or iteration_limit only if all right-hand sides did
};

}  // namespace minikrylov
