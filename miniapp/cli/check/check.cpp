// Checks of whole jobs.
#include "miniapp/cli/check/check.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "miniapp/cli/check/check_halo.hpp"
#include "miniapp/cli/check/check_memory.hpp"
#include "miniapp/cli/check/check_mixed_precision.hpp"
#include "miniapp/parsing/network.hpp"
#include "miniapp/parsing/surroundings.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {
namespace {

/// Grid colourings are matrix colourings only where points couple with their neighbours along the axes.
void check_ordering(const SolveOptions& options, Complaints& complaints) {
  const OrderingChoice ordering = options.ordering.ordering;
  const bool colours_the_grid = ordering == OrderingChoice::red_black || ordering == OrderingChoice::reordered_1 ||
                                ordering == OrderingChoice::reordered_2;
  const ProblemProperties& metadata = properties_of(options.problem.kind);
  complaints.unless(!colours_the_grid || (metadata.shape == StencilShape::star && metadata.dofs == 1),
                    "--ordering {} does not suit {} (its points couple with more than their neighbours along the axes, "
                    "so two colours are too few) use --ordering {}",
                    name_of(ordering), metadata.name, name_of(OrderingChoice::multicolour));
  const bool has_colours = ordering != OrderingChoice::natural && ordering != OrderingChoice::interior_first;
  complaints.unless(on_host || has_colours || !any_preconditioner(options.method, stores_factors),
                    "--ordering {} does not suit the preconditioner on a GPU (coupled rows would be computed one after "
                    "another by one of its threads) omit it or use --ordering {}",
                    name_of(ordering), name_of(OrderingChoice::multicolour));
}

void check_format(const SolveOptions& options, Complaints& complaints) {
  const ProblemProperties& metadata = properties_of(options.problem.kind);
  complaints.unless(
      row_of(options.matrix.format).unit == OrderedUnit::row || metadata.dofs > 1,
      "--format {} does not suit {} (it has one unknown per point, so there are no blocks) use --format {}",
      name_of(options.matrix.format), metadata.name, name_of(MatrixFormat::sell));
}

void check_preconditioner(PreconditionerChoice choice, const SolveOptions& options, Complaints& complaints) {
  using enum PreconditionerChoice;
  const ProblemProperties& metadata = properties_of(options.problem.kind);
  const PreconditionerRow& row = row_of(choice);
  const bool points = row.unit == OrderedUnit::point;
  complaints.unless(
      row.symmetric_since.empty() || metadata.symmetry == Symmetry::symmetric,
      "--preconditioner {} does not suit {} ({} needs a symmetric matrix, this one is not) use --preconditioner {}",
      row.name, metadata.name, row.symmetric_since, name_of(sgs));
  complaints.unless(!points || metadata.dofs > 1,
                    "--preconditioner {} does not suit {} (it has one unknown per point, so there are no blocks) use "
                    "--preconditioner {}",
                    row.name, metadata.name, name_of(row.keeps == Keeps::factors ? ic0 : jacobi));
  complaints.unless(row.keeps == Keeps::nothing || points || row_of(options.matrix.format).unit == OrderedUnit::row ||
                        options.ordering.ordering != OrderingChoice::multicolour,
                    "--preconditioner {} does not suit --format {} with colours (the rows of a point stay together, "
                    "but need different "
                    "colours) use --preconditioner {}",
                    name_of(choice), name_of(options.matrix.format), name_of(block_ic0));
}

/// Checks each choice once.
void check_preconditioners(const SolveOptions& options, Complaints& complaints) {
  std::set<PreconditionerChoice> chosen;
  for (const ChosenMethod& method : options.method.methods) chosen.insert(method.preconditioner);
  for (const PreconditionerChoice choice : chosen) check_preconditioner(choice, options, complaints);
}

/// Halos can travel in reductions only where recurrences keep vectors up to date on ghosts.
void check_embedding(const MethodOptions& options, std::span<const CatalogueRow> catalogue, Complaints& complaints) {
  if (options.reduction != ReductionKind::embedded) return;
  std::vector<std::string_view> names;
  for (const CatalogueRow& row : catalogue)
    if (!row.carries.empty()) names.push_back(row.name);
  for (const ChosenMethod& chosen : options.methods) {
    complaints.unless(
        std::find(names.begin(), names.end(), chosen.name) != names.end(),
        "--reduction embedded does not suit {} (no vector is known on ghosts when its sums start) use one "
        "of {}",
        chosen.name, fmt::join(names, ", "));
    complaints.unless(row_of(chosen.preconditioner).applied_by == AppliedBy::kernels,
                      "--reduction embedded does not suit --preconditioner {} (it cannot be applied to ghosts alone) "
                      "use --preconditioner jacobi",
                      name_of(chosen.preconditioner));
  }
  complaints.unless(options.formulation != Formulation::kokkos_kernels,
                    "--reduction embedded does not suit --formulation kokkos-kernels (its calls skip ghosts) use "
                    "--formulation merged");
}

/// Problems on grids are regular, and a mean is not known on ghosts.
void check_nullspace(const SolveOptions& options, std::span<const CatalogueRow> catalogue, Complaints& complaints) {
  if (options.method.nullspace == Nullspace::none) return;
  complaints.unless(options.problem.kind == ProblemKind::matrix_market,
                    "--nullspace constant does not suit {} (its matrix is regular) omit it",
                    name_of(options.problem.kind));
  complaints.unless(options.method.reduction != ReductionKind::embedded,
                    "--nullspace constant does not suit --reduction embedded (means cannot be removed from ghosts "
                    "alone) use --reduction point-to-point");
  const auto& methods = options.method.methods;
  const auto is_chosen = [&](const CatalogueRow& row) {
    return std::any_of(methods.begin(), methods.end(), [&](const ChosenMethod& m) { return m.name == row.name; });
  };
  complaints.unless(std::any_of(catalogue.begin(), catalogue.end(),
                                [&](const CatalogueRow& row) {
                                  return row.preconditioning == Preconditioning::any && is_chosen(row);
                                }),
                    "--nullspace constant has no effect (no method has a preconditioner, and residuals of a consistent "
                    "system need no "
                    "projection) omit it");
}

void check_progress(const SolveOptions& options, Complaints& complaints) {
  const ProgressKind progress = options.network.progress.kind;
  complaints.unless(progress == ProgressKind::none || options.method.reduction != ReductionKind::blocking,
                    "--progress {} has no effect (a blocking sum is complete as soon as it is started) use --reduction "
                    "{}",
                    name_of(progress), name_of(ReductionKind::nonblocking));
  complaints.unless(
      progress != ProgressKind::manual || on_host,
      "--progress manual has no effect (kernels run on a GPU, concurrently with the thread that could call MPI) "
      "omit it");
  complaints.unless(progress == ProgressKind::none || options.method.reduction != ReductionKind::embedded,
                    "--progress {} has no effect (the messages of an {} sum progress only when it is needed) omit it",
                    name_of(progress), name_of(ReductionKind::embedded));
}

/// What simulated ranks cannot do, or would do as no real ones.
void check_simulated(const SolveOptions& options, Complaints& complaints) {
  const NetworkOptions& network = options.network;
  const bool injected = network.simulation.injected_bandwidth.has_value();
  complaints.unless(options.method.reduction != ReductionKind::nonblocking,
                    "--reduction nonblocking is not simulated ({}) use --reduction {} or {}", simulated_allreduce,
                    name_of(ReductionKind::point_to_point), name_of(ReductionKind::embedded));
  complaints.unless(network.progress.kind != ProgressKind::thread,
                    "--progress thread is not simulated (all ranks share one thread) use --progress manual");
  complaints.unless(!hands_out_chunks(options.halo.overlap),
                    "--overlap {} is not simulated (a rank has one thread to share rows with) use --overlap static",
                    name_of(options.halo.overlap));
  complaints.unless(!injected || network.progress.kind != ProgressKind::manual || network.progress_calls,
                    "--progress manual needs --progress-calls (the best number is measured by products, which take no "
                    "time before the solves of a simulation) give them, like --progress-calls 10");
}

void check_simulation(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints) {
  if (!surroundings.simulator.empty()) return check_simulated(options, complaints);
  const auto& [cluster, injected] = options.network.simulation;
  for (const auto& [flag, given] :
       {std::pair{"--simulated-cluster", !cluster.empty()}, std::pair{"--injected-bandwidth", injected.has_value()}})
    complaints.unless(!given,
                      "{} has no effect (the ranks of this program are real) simulate them: scripts/simulate.py", flag);
}

}  // namespace

void check(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints) {
  check_format(options, complaints);
  check_threads(options.network, surroundings, complaints);
  check_progress(options, complaints);
  check_simulation(options, surroundings, complaints);
  check_ordering(options, complaints);
  check_halo(options, surroundings, complaints);
  check_preconditioners(options, complaints);
  check_embedding(options.method, surroundings.methods, complaints);
  check_nullspace(options, surroundings.methods, complaints);
  check_mixed_precision(options, surroundings.methods, complaints);
  check_memory(options, surroundings, complaints);
}

}  // namespace minikrylov
