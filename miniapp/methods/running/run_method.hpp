// One solve: runs a method and, where requested, restarts it after a breakdown.
#pragma once
#include "miniapp/methods/running/catalogue_row.hpp"
#include "miniapp/methods/running/method.hpp"
#include "miniapp/methods/running/true_residual.hpp"

namespace minikrylov {

/// How a solve with a rounded matrix becomes as accurate as with A itself.
struct Refining {
  const Operator* exact = nullptr;  ///< A itself; null: MethodRun::A is that
  Refinement how = Refinement::restart;
  double inner_rtol = 0;  ///< of restart: the fraction of ‖r‖ at which an inner solve ends
  /// Residual and correction, ghosts included: of restart, and wherever they are in single precision.
  SystemVectors inner{};
  Vector doubles{};  ///< room for either in double precision; empty where they are
};

/// A method and all its inputs, reusable for several solves.
struct MethodRun {
  const CatalogueRow& row;
  const Operator& A;
  const Preconditioner& M;
  SystemVectors system;
  Execution how;
  StoppingRule rule;
  MethodParameters parameters;
  int restarts = 0;                     ///< maximum number of restarts from the last iterate, with r₀ = b - A x
  VectorPool& pool;                     ///< work vectors, kept from one solve to the next
  const TrueResidual* truth = nullptr;  ///< verifies endings; null: recurrences are trusted
  Vector guess{};                       ///< x₀, ghosts included; without data: zero
  Refining refining{};
};

/// Observers of a solve; each may be empty.
struct Observers {
  KernelObserver* kernels = nullptr;
  std::function<void(int, double)> on_judgement;
  double* largest_condition = nullptr;  ///< of the bases of an s-step method; see Env::watch_bases()
};

/// The stopping rule for the iterations left after `so_far`. Growth is measured from the first attempt's residual.
[[nodiscard]] StoppingRule rule_after(StoppingRule rule, const Outcome& so_far);

/// Sets x to the initial guess and all work vectors to zero, as methods expect.
void reset(const MethodRun& run);

/// Solves from the current x; work vectors must be zero or not allocated yet. If any right-hand side ends in a
/// breakdown or stagnates, all that have not converged restart from their iterates, at most `run.restarts` times;
/// iterations, histories and counts continue.
/// Endings are verified independently of the recurrences: converged means ‖b - A x‖ ≤ 2 rtol · reference, and a wrong
/// sign that A and M do not show themselves is attributed to rounding; failing either test, the ending becomes
/// attainable_accuracy. Collective.
[[nodiscard]] Outcome run_method(const MethodRun& run, Reduction& reduction, const Observers& observers = {});

}  // namespace minikrylov
