// Costs of one iteration of a method, determined by observing a run.
#pragma once
#include <string>
#include <vector>

#include "kernels/fusion/formulation.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/methods/running/catalogue_row.hpp"
#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// How a method is observed, besides its execution.
struct Observation {
  int steps = 4;  ///< s of s-step methods
  BasisKind basis = BasisKind::chebyshev;
  int pipeline_depth = 2;  ///< l of plcg
  /// The kind of M: a general one counts as a separate operation, as in the papers; others are part of fused kernels.
  PreconditionerKind preconditioner = PreconditionerKind::general;
};

/// Costs of one iteration in the steady state, and of the set-up before the first residual norm is known.
struct ObservedCosts {
  int reductions = 0;
  std::vector<std::string> hidden_behind;  ///< per reduction, what runs between its start and finish: "", "A", "MA" …
  std::vector<int> values;                 ///< per reduction, the number of values summed
  int steps = 1;                           ///< classical iterations per tested iteration: 2 for pipe2cg
  int products = 0, preconditions = 0;
  int setup_products = 0, setup_preconditions = 0;
  int vectors_read = 0, vectors_written = 0;  ///< by fused kernels, excluding A and M
  int work_vectors = 0;                       ///< besides b and x
};

/// Solves a small system on this rank, observing A, M and the reductions. M counts as a separate operation, as in the
/// papers, unless it is diagonal and fused with the statements around it. Not collective.
[[nodiscard]] ObservedCosts observe_costs(
    const CatalogueRow& row, const Execution& how, const Observation& observation = {});

/// One step of a method's text, as it ran.
struct ObservedStep {
  enum class Kind { fused_kernel, product, precondition, sum_starts, sum_finishes };
  Kind kind = Kind::fused_kernel;
  std::string label;                           ///< the formula
  std::vector<std::string> formulas;           ///< all formulas, where the label only names what is updated
  long vectors_read = 0, vectors_written = 0;  ///< by a fused kernel
  int values = 0;                              ///< number of values in the reduction, if one starts here
  std::vector<std::string> in_flight;          ///< reductions that this step hides, if it does any work
  int products = 0, preconditions = 0;         ///< applications of A and M; several products of powers are one step
};

struct ObservedSteps {
  std::vector<ObservedStep> setup;   ///< before the first residual norm is known
  std::vector<ObservedStep> steady;  ///< from one stopping test to the next, after the start-up
  int iterations = 1;                ///< iterations that `steady` covers
  int work_vectors = 0;              ///< besides b and x
};

/// Solves the same small system and returns what was done, step by step. Not collective.
[[nodiscard]] ObservedSteps observe_steps(
    const CatalogueRow& row, const Execution& how, const Observation& observation = {});

/// "nothing", "A", "M and A": what a reduction is hidden behind.
[[nodiscard]] std::string hides(const std::string& events);

}  // namespace minikrylov
