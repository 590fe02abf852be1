// Do methods do on this machine what they do on any? Each is judged by what it must fulfil, and where it is not
// fragile.
#pragma once
#include "miniapp/accept/bench.hpp"
#include "miniapp/accept/checks/reference.hpp"
#include "miniapp/accept/checks/repeats.hpp"

namespace minikrylov {

/// Variants are compared until the classical residual is so small, relative to ‖b‖, or for so many iterations: rounding
/// has not yet moved them apart.
inline constexpr double compared_until = 1e-3;
inline constexpr int compared_iterations = 16;

/// A hundred times what was measured, and 1e-12 at least: sums in another order do not do more.
[[nodiscard]] double allowed(double measured);

/// Iterations that the classical method may take: 2 % and 2 more or fewer than were measured.
struct IterationRange {
  int least, most;
};
[[nodiscard]] IterationRange allowed_iterations(const KnownIterations& known);

/// What a method's solve of one right-hand side came to.
struct MethodSolve {
  std::string_view method;
  int iterations = 0;
  std::vector<double> history;               ///< of ‖r‖, from iteration 0 on
  double true_residual = 0, recurrence = 0;  ///< at the end, relative to ‖b‖
  std::vector<std::string> objections;
};

/// The largest |‖r‖ - ‖r'‖| / ‖r'‖ of iterations that both judged, r' of the classical method; infinite if a number is
/// none, or nothing was judged by both.
[[nodiscard]] double deviation(const MethodSolve& variant, const MethodSolve& classical);

/// | ‖b - A x‖ - ‖r‖ | / ‖b‖.
[[nodiscard]] double loss(const MethodSolve& solve);

/// All variants of one classical method on a system of the validation.
struct MethodSolves {
  ProblemKind problem;
  int points = 0;
  MethodSolve classical;              ///< until ‖r‖ ≤ 1e-8 ‖b‖
  std::vector<MethodSolve> variants;  ///< for as many iterations as are compared
};

/// Solves by all of them, twice each. Collective.
[[nodiscard]] MethodSolves solve_by_all(const Bench& bench, std::string_view classical, const AcceptSurroundings& with,
                                        Repeats& repeats);

/// The classical method converges after the iterations that are known, to a true residual and the known solution;
/// variants follow it, and lose no more, than rounding has been seen to do.
[[nodiscard]] std::vector<CheckRow> check_methods(const MethodSolves& solves);

}  // namespace minikrylov
