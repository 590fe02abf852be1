// An iteration of a method as seen by the execution-time models.
#pragma once
#include <string>
#include <vector>

#include "miniapp/methods/running/observed_costs.hpp"

namespace minikrylov {

/// A reduction.
struct ModelSum {
  int values = 1;             ///< k: values summed per right-hand side
  std::string hidden_behind;  ///< applications of A and M between start and finish: "", "A", "MA", "AMAM" …
};

/// What a method does in `steps` iterations of the classical method.
struct MethodShape {
  std::string name;
  int steps = 1;                           ///< 2 for pipe2cg
  double vectors = 0;                      ///< read and written by fused kernels
  double stored_vectors = 0;               ///< b, x and the work vectors
  double products = 0, preconditions = 0;  ///< applications of A and M
  std::vector<ModelSum> sums;
};

/// From the catalogue's row, by observing the method.
[[nodiscard]] MethodShape shape_of(const CatalogueRow& row, const Execution& how);

/// As the papers count: merged, reductions separate from products, statements grouped as in the paper.
[[nodiscard]] MethodShape paper_shape_of(const CatalogueRow& row);

}  // namespace minikrylov
