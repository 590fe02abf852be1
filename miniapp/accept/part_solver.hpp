// Solves of one part, each compared with earlier ones.
#pragma once
#include "miniapp/accept/timed.hpp"

namespace minikrylov {

/// What is measured beside a solve.
enum class Beside { nothing, triad };

class PartSolver {
 public:
  /// The arguments must outlive this.
  PartSolver(const Part& part, const Bench& bench, const AcceptSurroundings& with, Repeats& repeats)
      : part_(part), bench_(bench), with_(with), repeats_(repeats) {}

  /// Solves for this many iterations, or until convergence. Collective.
  [[nodiscard]] SolveRecord solve_by(const Candidate& candidate, std::optional<int> iterations, const RunOptions& often,
                                     Beside beside) const;

 private:
  const Part& part_;
  const Bench& bench_;
  const AcceptSurroundings& with_;
  Repeats& repeats_;
};

}  // namespace minikrylov
