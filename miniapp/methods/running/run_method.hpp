// One solve: a method in its surroundings, begun again after a breakdown if that is wanted.
#pragma once
#include "miniapp/methods/running/catalogue_row.hpp"
#include "miniapp/methods/running/method.hpp"
#include "miniapp/methods/running/true_residual.hpp"

namespace minikrylov {

/// A method and all that it is given, for one solve after another.
struct MethodRun {
  const CatalogueRow& row;
  const Operator& A;
  const Preconditioner& M;
  SystemVectors system;
  Execution how;
  StoppingRule rule;
  MethodParameters parameters;
  int restarts = 0;  ///< how often a solve may be begun again from its last iterate, with r₀ = b - A x
  VectorPool pool;
  const TrueResidual* truth = nullptr;  ///< by which endings are verified; null: recurrences are believed
};

/// Observers of a solve; all may be empty.
struct Observers {
  KernelObserver* kernels = nullptr;
  std::function<void(int, double)> on_judgement;
};

/// x = 0, and all work vectors zero, as methods expect them.
void reset(MethodRun& run);

/// Solves from the x that is there, with work vectors that are zero or not made yet. Where a right-hand side ends in a
/// breakdown or stagnates, all are begun again from their iterates, as often as `run.restarts` allows; iterations,
/// histories and counts go on.
/// An ending is the truth's, not the recurrences': converged means ‖b - A x‖ ≤ 2 rtol · reference, and a sign that A
/// and M do not show by themselves is rounding; either then ends as attainable_accuracy. Collective.
[[nodiscard]] Outcome run_method(MethodRun& run, Reduction& reduction, const Observers& observers = {});

}  // namespace minikrylov
