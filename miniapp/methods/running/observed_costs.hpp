// What one iteration of a method costs, found out by watching it run.
#pragma once
#include <string>
#include <vector>

#include "kernels/fusion/formulation.hpp"
#include "miniapp/methods/running/catalogue_row.hpp"

namespace minikrylov {

/// Costs of one iteration in the steady state, and of the set-up before the first residual norm is known.
struct ObservedCosts {
  int reductions = 0;
  std::vector<std::string>
      hidden_behind;        ///< for each reduction what runs between its start and finish: "", "A", "MA" …
  std::vector<int> values;  ///< for each reduction how many numbers it sums
  int steps = 1;            ///< iterations of the classical method that one judged iteration is: pipe2cg takes two
  int products = 0, preconditions = 0;
  int setup_products = 0, setup_preconditions = 0;
  int vectors_read = 0, vectors_written = 0;  ///< by fused kernels, not by A and M
  int work_vectors = 0;                       ///< besides b and x
};

/// Solves a small system on this rank, with observers around A, M and the reduction. M counts as an operation of its
/// own, as in the papers, unless it is diagonal and joins the statements around it. Not collective.
[[nodiscard]] ObservedCosts observe_costs(const CatalogueRow& row, const Execution& how);

/// What a method did at one place of its text.
struct ObservedStep {
  enum class Kind { fused_kernel, product, precondition, sum_starts, sum_finishes };
  Kind kind = Kind::fused_kernel;
  std::string label;                           ///< the formula
  std::vector<std::string> formulas;           ///< in full, where the label only names what is updated
  long vectors_read = 0, vectors_written = 0;  ///< by a fused kernel
  int values = 0;                              ///< that a sum which starts adds up over ranks
  std::vector<std::string> in_flight;          ///< sums that it hides, if anything has to be done for it
};

struct ObservedSteps {
  std::vector<ObservedStep> setup;   ///< before the first residual norm is known
  std::vector<ObservedStep> steady;  ///< from one judgement of the residual to the next, past the start
  int iterations = 1;                ///< how many these are
};

/// Solves the same small system, and tells step by step what was done. Not collective.
[[nodiscard]] ObservedSteps observe_steps(const CatalogueRow& row, const Execution& how);

/// "nothing", "A", "M and A": what hides a reduction.
[[nodiscard]] std::string hides(const std::string& events);

}  // namespace minikrylov
