// Determines the iterations of methods as the models see them.
#include "miniapp/model/shape.hpp"

namespace minikrylov {
namespace {

ModelStep step_of(const ObservedStep& observed) {
  if (observed.kind == ObservedStep::Kind::sum_starts)
    return {.kind = ModelStep::Kind::sum_starts, .values = observed.values};
  if (observed.kind == ObservedStep::Kind::sum_finishes) return {.kind = ModelStep::Kind::sum_finishes};
  return {.vectors = static_cast<double>(observed.vectors_read + observed.vectors_written),
          .products = static_cast<double>(observed.products),
          .preconditions = static_cast<double>(observed.preconditions)};
}

/// Sums in flight before `first`, which no longer lists one that it finishes.
int in_flight_before(const ObservedStep& first) {
  return static_cast<int>(first.in_flight.size()) + (first.kind == ObservedStep::Kind::sum_finishes ? 1 : 0);
}

double total(const MethodShape& shape, double ModelStep::*part) {
  double sum = 0;
  for (const ModelStep& step : shape.steps) sum += step.*part;
  return sum;
}

}  // namespace

double MethodShape::vectors() const { return total(*this, &ModelStep::vectors); }
double MethodShape::products() const { return total(*this, &ModelStep::products); }
double MethodShape::preconditions() const { return total(*this, &ModelStep::preconditions); }

int MethodShape::sums() const {
  int count = 0;
  for (const ModelStep& step : steps) count += step.kind == ModelStep::Kind::sum_starts ? 1 : 0;
  return count;
}

MethodShape shape_of(const CatalogueRow& row, const Execution& how, const Observation& observation) {
  const ObservedSteps observed = observe_steps(row, how, observation);
  MethodShape shape;
  shape.name = row.name;
  shape.iterations = observed.iterations;
  shape.stored_vectors = observed.work_vectors + 2;
  for (const ObservedStep& step : observed.steady) shape.steps.push_back(step_of(step));
  if (!observed.steady.empty()) shape.in_flight = in_flight_before(observed.steady.front());
  // Of the search direction and of the residual; with a polynomial M products come one by one.
  if (row.needs == Needs::basis && row.method != row.polynomial) shape.chains = 2;
  if (row.needs == Needs::pairs_of_powers) shape.chains = 1;
  return shape;
}

MethodShape paper_shape_of(const CatalogueRow& row, const Observation& observation, Formulation formulation) {
  return shape_of(row, {formulation, Fuse::no, Grouping::paper}, observation);
}

}  // namespace minikrylov
