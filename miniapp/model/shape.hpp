// An iteration of a method as seen by the execution-time models.
#pragma once
#include <string>
#include <vector>

#include "miniapp/methods/running/observed_costs.hpp"

namespace minikrylov {

/// What a method does next.
struct ModelStep {
  enum class Kind { work, sum_starts, sum_finishes };
  Kind kind = Kind::work;
  double vectors = 0;                      ///< read and written by fused kernels
  double products = 0, preconditions = 0;  ///< applications of A and M
  int values = 0;                          ///< k: values of a sum that starts, per right-hand side
};

/// What a method does, periodically, in `iterations` iterations of the classical method.
struct MethodShape {
  std::string name{};
  int iterations = 1;         ///< 2 for pipe2cg, s for s-step methods
  double stored_vectors = 0;  ///< b, x and the work vectors
  std::vector<ModelStep> steps{};
  int in_flight = 0;  ///< sums that start in one period and finish in a later one
  int chains = 0;     ///< number of vectors whose powers of A are computed in one step; 0: no powers

  [[nodiscard]] double vectors() const;
  [[nodiscard]] double products() const;
  [[nodiscard]] double preconditions() const;
  [[nodiscard]] int sums() const;
};

/// The shape of a method, determined by observing it.
[[nodiscard]] MethodShape shape_of(const CatalogueRow& row, const Execution& how, const Observation& observation);

/// As the papers count: reductions separate from products, merged statements grouped as in the paper. `formulation`:
/// merged or basic, the two of Krasnopolsky 2019, table 2.
[[nodiscard]] MethodShape paper_shape_of(const CatalogueRow& row, const Observation& observation = {},
                                         Formulation formulation = Formulation::merged);

}  // namespace minikrylov
