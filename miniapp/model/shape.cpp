// Iterations as the models see them.
#include "miniapp/model/shape.hpp"

namespace minikrylov {

MethodShape shape_of(const CatalogueRow& row, const Execution& how) {
  const ObservedCosts costs = observe_costs(row, how);
  MethodShape shape;
  shape.name = row.name;
  shape.steps = costs.steps;
  shape.vectors = costs.vectors_read + costs.vectors_written;
  shape.stored_vectors = costs.work_vectors + 2;
  shape.products = costs.products;
  shape.preconditions = costs.preconditions;
  for (std::size_t s = 0; s < costs.hidden_behind.size(); ++s)
    shape.sums.push_back({costs.values[s], costs.hidden_behind[s]});
  return shape;
}

MethodShape paper_shape_of(const CatalogueRow& row) {
  return shape_of(row, {Formulation::merged, Fuse::no, Grouping::paper});
}

}  // namespace minikrylov
