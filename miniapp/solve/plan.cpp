// Derives from a job's settings what to build.
#include "miniapp/solve/plan.hpp"

#include <algorithm>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"
#include "miniapp/timing/choices/chunk_rows.hpp"
#include "miniapp/timing/choices/polynomial_degree.hpp"

namespace minikrylov {

SystemSource source_of(const ProblemOptions& problem, const PartitionOptions& partition, const MethodOptions& method) {
  SystemSource source{problem, partition};
  for (const ChosenMethod& chosen : method.methods) {
    if (find_method(chosen.name)->family == Family::cg) source.symmetric_only.push_back(chosen.name);
    const PreconditionerRow& preconditioner = row_of(chosen.preconditioner);
    std::vector<std::string_view>& names = source.symmetric_only;
    const bool is_new = std::find(names.begin(), names.end(), preconditioner.name) == names.end();
    if (!preconditioner.symmetric_since.empty() && is_new) names.push_back(preconditioner.name);
  }
  return source;
}

int basis_length(std::string_view method, int steps) {
  return find_method(method)->family == Family::cg ? steps : 2 * steps;
}

int powers_at_once(const CatalogueRow& row, int steps, PreconditionerChoice M) {
  if (row.needs == Needs::pairs_of_powers) return 2;
  const bool one_by_one = row.needs != Needs::basis || row_of(M).applied_by == AppliedBy::powers;
  return one_by_one ? 1 : basis_length(row.name, steps);
}

namespace {

/// The most powers of A that any method or preconditioner computes at a time.
int powers_of(const MethodOptions& method) {
  int most = 1;
  for (const ChosenMethod& chosen : method.methods) {
    most = std::max(most, powers_at_once(*find_method(chosen.name), method.steps, chosen.preconditioner));
    if (row_of(chosen.preconditioner).applied_by == AppliedBy::powers)
      most = std::max(most, method.preconditioning.degree_choice == DegreeChoice::fastest
                                ? most_chosen_products
                                : method.preconditioning.chebyshev_degree);
  }
  return most;
}

}  // namespace

MatrixLayout layout_of(const MatrixOptions& matrix, const OrderingOptions& ordering, const HaloOptions& halo,
                       const MethodOptions& method) {
  return {.format = matrix.format,
          .chunk = matrix.chunk,
          .sigma = matrix.sigma,
          .ordering = ordering.ordering,
          .ordered_rows = any_preconditioner(method, needs_ordered_rows) ? OrderedRows::kept : OrderedRows::dropped,
          .unit = any_preconditioner(method, needs_points) ? OrderedUnit::point : OrderedUnit::row,
          .compression = matrix.compression,
          .powers = powers_of(method),
          .powers_halo = halo.powers_halo,
          .inner = method.mixed.matrix,
          .vectors = method.mixed.vectors};
}

HaloOverlap overlap_of(const HaloOptions& options, const System& system, int width, const Communicator& ranks) {
  const auto most_rows = static_cast<LocalIndex>(ranks.reduce(system.rows, ReduceBy::maximum));
  HaloOverlap overlap{options.overlap, std::min(options.chunk_rows.value_or(1), most_rows)};
  if (on_host && hands_out_chunks(overlap.mode) && !options.chunk_rows)
    overlap.chunk_rows = fastest_chunk_rows(system, overlap.mode, width, ranks);
  return overlap;
}

}  // namespace minikrylov
