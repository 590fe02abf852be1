// The costs of a recorded repetition: what it moved, and how long that should take.
#include <algorithm>

#include "miniapp/solve/stages.hpp"
#include "miniapp/timing/level_triad.hpp"
#include "miniapp/timing/product_rate.hpp"

namespace minikrylov {
namespace {

/// `costs` with the times predicted from `bytes` moved per iteration and the working set of this rank. Collective.
SolveCosts with_prediction(SolveCosts costs, double bytes, double working_set, double triad,
                           const SolveInputs& inputs) {
  const auto all = inputs.ranks.reduce({bytes, working_set}, ReduceBy::sum);
  costs.bytes_per_iteration = all[0];
  costs.working_set_bytes = static_cast<std::int64_t>(all[1]);
  const LevelTriad level = level_triad(all[1], inputs.caches, triad, inputs.ranks);
  costs.working_set_level = level.level;
  costs.working_set_bytes_per_second = level.bytes_per_second;
  costs.working_set_updates_per_second = level.updates;
  if (level.bytes_per_second > 0) costs.predicted_seconds_per_iteration = all[0] / level.bytes_per_second;
  return costs;
}

/// `costs` with the bytes of products with a compressed matrix. Collective.
SolveCosts with_products(SolveCosts costs, const Cost& product, const MethodRun& run, const SolveInputs& inputs) {
  const System& system = inputs.system;
  if (compression_of(system) == Compression::none || run.refining.exact != nullptr) return costs;
  const auto all = inputs.ranks.reduce(
      {product.bytes_read + product.bytes_written, static_cast<double>(system.matrix->allocated_bytes())},
      ReduceBy::sum);
  costs.bytes_per_product = all[0];
  costs.crs_bytes_per_product = all[0] - all[1] + crs_matrix_bytes(static_cast<double>(system.global_nonzeros));
  return costs;
}

/// Bytes of b, x and the work vectors on this rank, with ghosts.
std::int64_t bytes_of_vectors(int work_vectors, const MethodRun& run) {
  const auto bytes = [](const Vector& v, Precision precision) {
    return std::int64_t{bytes_of(precision)} * v.capacity() * v.width;
  };
  const auto& [b, x] = run.system;
  std::int64_t all = work_vectors * bytes(x, run.how.vectors);
  for (const Vector& v : {b, x, run.refining.inner.b, run.refining.inner.x, run.refining.doubles})
    all += bytes(v, v.precision());
  return all;
}

/// Bytes that products with A itself move beyond those that the kernels of inner iterations have counted.
double bytes_of_exact_products(const Outcome& outcome, const Cost& inner, const MethodRun& run) {
  const Vector& x = run.system.x;
  const Cost exact = run.refining.exact->cost(x.width);
  if (run.how.vectors == Precision::double_precision)
    return outcome.exact_products.value_or(0) * (exact.bytes_read - inner.bytes_read);
  const auto& [traffic, copied] = outcome.exact_passes;
  const auto vectors = static_cast<double>(traffic.vectors_read + traffic.vectors_written);
  return copied + 8 * vectors * static_cast<double>(x.elements()) +
         static_cast<double>(traffic.products) * (exact.bytes_read + exact.bytes_written);
}

/// Bytes that a product moves on this rank: those of powers read the matrix once for several.
double bytes_of_product(const Cost& product, const MethodRun& run) {
  if (!run.row.takes_powers() || run.M.kind() == PreconditionerKind::general)
    return product.bytes_read + product.bytes_written;
  const bool pairs = run.row.needs == Needs::pairs_of_powers;
  const std::vector<PowersTerm> terms = pairs ? std::vector<PowersTerm>(2) : run.parameters.basis.terms;
  const std::vector<Vector> columns(terms.size() + 1, run.system.x);  // whichever vectors: nothing runs
  const PowersChain longest(columns), chains[] = {longest, longest.first(terms.size())};
  const Cost pass = run.A.powers_cost({.terms = terms, .chains = {chains, pairs ? 1U : 2U}});
  const auto products = static_cast<double>(pairs ? terms.size() : 2 * terms.size() - 1);
  return (pass.bytes_read + pass.bytes_written) / products;
}

/// Bytes of D⁻¹ that an application of a diagonal M reads on this rank: libraries read one number per row.
double bytes_of_diagonal(const MethodRun& run) {
  const LocalIndex rows = run.system.x.rows;
  return run.how.formulation == Formulation::kokkos_kernels ? 8.0 * rows : run.M.factors().bytes(rows);
}

/// `costs` with the pieces of D⁻¹, where that of any rank is stored in pieces. Collective.
SolveCosts with_diagonal(SolveCosts costs, const MethodRun& run, const SolveInputs& inputs) {
  if (compression_of(inputs.system) == Compression::none || run.M.kind() != PreconditionerKind::diagonal) return costs;
  if (run.how.formulation == Formulation::kokkos_kernels) return costs;
  const auto all =
      inputs.ranks.reduce({static_cast<double>(run.M.factors().distinct_count), bytes_of_diagonal(run)}, ReduceBy::sum);
  if (all[0] == 0) return costs;
  costs.diagonal_pieces = static_cast<std::int64_t>(all[0]);
  costs.diagonal_bytes = static_cast<std::int64_t>(all[1]);
  return costs;
}

}  // namespace

SolveCosts costs_of(const Outcome& outcome, const MethodRun& run, double triad, const SolveInputs& inputs) {
  const TrafficCounters spent = outcome.total - outcome.setup;
  const Vector& x = run.system.x;
  const double n = std::max(1, outcome.iterations), width = x.width, rows = x.rows;
  const auto per_iteration = [n](long count) { return static_cast<double>(count) / n; };
  SolveCosts costs{.work_vectors = static_cast<int>(run.pool.size()),
                   .vectors_read = per_iteration(spent.vectors_read),
                   .vectors_written = per_iteration(spent.vectors_written),
                   .launches = per_iteration(spent.launches),
                   .vectors_filled = per_iteration(spent.vectors_filled),
                   .products = per_iteration(spent.products),
                   .products_fused = per_iteration(spent.products_fused),
                   .preconditions = per_iteration(spent.preconditions)};
  const double number = bytes_of(run.how.vectors);
  costs.vector_bytes = bytes_of_vectors(costs.work_vectors, run);
  if (run.how.formulation == Formulation::merged) {
    costs.fuse = outcome.total.products_fused > 0 ? run.how.fuse : Fuse::no;
    costs.grouping = outcome.total.cuts > 0 ? Grouping::paper : Grouping::minimum;
  }
  const bool in_double = run.how.vectors == Precision::double_precision;
  const Vector& multiplied = in_double ? x : run.refining.inner.x;
  const Cost product = cost_of_product(run.A, multiplied, multiplied), precondition = run.M.cost(x.width);
  double bytes = number * rows * width * (costs.vectors_read + costs.vectors_written) +
                 costs.products * bytes_of_product(product, run);
  double working_set = static_cast<double>(inputs.system.matrix->allocated_bytes() + costs.vector_bytes);
  if (run.refining.exact != nullptr) {  // some products are with A itself
    bytes += bytes_of_exact_products(outcome, product, run) / n;
    costs.products += per_iteration(outcome.exact_passes.traffic.products);
    working_set += static_cast<double>(inputs.system.inner->allocated_bytes());
  }
  if (run.M.kind() == PreconditionerKind::diagonal) {
    bytes += costs.preconditions * bytes_of_diagonal(run);
    working_set += run.row.takes_powers() ? 8 * rows : bytes_of_diagonal(run);  // powers read all of it in order
  }
  if (run.M.kind() == PreconditionerKind::general) {
    bytes += costs.preconditions * (precondition.bytes_read + precondition.bytes_written);
    working_set += precondition.bytes_read;
  }
  return with_prediction(with_diagonal(with_products(costs, product, run, inputs), run, inputs), bytes, working_set,
                         triad, inputs);
}

}  // namespace minikrylov
