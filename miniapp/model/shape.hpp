// What an iteration of a method consists of, as the execution-time models see it.
#pragma once
#include <string>
#include <vector>

#include "miniapp/methods/running/observed_costs.hpp"

namespace minikrylov {

/// A sum over ranks.
struct ModelSum {
  int values = 1;             ///< k: numbers that are summed for each right-hand side
  std::string hidden_behind;  ///< applications of A and M between start and finish: "", "A", "MA", "AMAM" …
};

/// What a method does in `steps` iterations of the classical method.
struct MethodShape {
  std::string name;
  int steps = 1;                           ///< pipe2cg takes two at once
  double vectors = 0;                      ///< read and written by sweeps
  double stored_vectors = 0;               ///< b, x and those of the method
  double products = 0, preconditions = 0;  ///< applications of A and M
  std::vector<ModelSum> sums;
};

/// From the catalogue's row, by watching the method run.
[[nodiscard]] MethodShape shape_of(const CatalogueRow& row, const Execution& how);

/// As the papers count: merged, sums apart from products, sweeps grouped as there.
[[nodiscard]] MethodShape paper_shape_of(const CatalogueRow& row);

}  // namespace minikrylov
