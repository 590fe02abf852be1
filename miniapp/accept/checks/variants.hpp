// Checks that methods behave here as on reference machines, away from their attainable accuracy.
#pragma once
#include "miniapp/accept/bench.hpp"
#include "miniapp/accept/checks/reference.hpp"
#include "miniapp/accept/checks/repeats.hpp"

namespace minikrylov {

/// Variants are compared until the classical residual falls to this fraction of ‖b‖, or for at most this many
/// iterations: rounding has not yet driven them apart.
inline constexpr double compared_until = 1e-3;
inline constexpr int compared_iterations = 16;

/// The bound for a deviation that measured `measured` on reference machines: a hundred times that, at least 1e-12.
/// Summation in another order stays below it.
[[nodiscard]] double allowed(double measured);

/// Iterations that the classical method may take: as measured, ± 2 %, at least ± 2.
struct IterationRange {
  int minimum, maximum;
};
[[nodiscard]] IterationRange allowed_iterations(const KnownIterations& known);

/// The outcome of a method's solve of one right-hand side.
struct MethodSolve {
  std::string_view method;
  int iterations = 0;
  std::vector<double> history;               ///< of ‖r‖, from iteration 0 on
  double true_residual = 0, recurrence = 0;  ///< at the end, relative to ‖b‖
  std::vector<std::string> objections;
};

/// The largest |‖r‖ - ‖r'‖| / ‖r'‖ over the iterations in which both evaluated a norm, r' of the classical method;
/// infinite if a norm is not finite, or if there is no such iteration.
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

/// Solves `bench` with one right-hand side, once as a repetition and once recorded, for so many iterations or until
/// convergence; `repeats` compares the two with each other and with other solves of this name. Collective.
[[nodiscard]] SolveRecord solve_twice(const Bench& bench, const ChosenMethod& chosen, std::optional<int> iterations,
                                      const std::string& name, const AcceptSurroundings& with, Repeats& repeats);

/// Solves by all of them, twice each. Collective.
[[nodiscard]] MethodSolves solve_by_all(const Bench& bench, std::string_view classical, const AcceptSurroundings& with,
                                        Repeats& repeats);

/// Checks that the classical method converges in the known number of iterations to the known solution, and that
/// variants neither deviate from it nor lose accuracy beyond the rounding that was measured.
[[nodiscard]] std::vector<CheckRow> check_methods(const MethodSolves& solves);

}  // namespace minikrylov
