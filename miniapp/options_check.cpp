// Which jobs make sense, and whether they fit into memory.
#include <algorithm>

#include "comm/partition.hpp"
#include "kernels/bandwidth.hpp"
#include "miniapp/fields_readable.hpp"
#include "miniapp/options_solve.hpp"
#include "miniapp/preconditioners.hpp"
#include "problems/estimate.hpp"

namespace minikrylov {
namespace {

/// Vectors that live during a solve: b, x, the known solution, one to check with, and the method's own. Methods that
/// hide or merge reductions pay for it in vectors.
int vectors_of(const MethodOptions& options, std::span<const CatalogueRow> catalogue) {
  constexpr int common = 4, classical = 8, rearranged = 24;
  int most = classical;
  for (const ChosenMethod& chosen : options.methods)
    for (const CatalogueRow& row : catalogue)
      if (row.name == chosen.name && row.name != row.classical) most = rearranged;
  return common + most;
}

/// What `make` returns; nothing, and its complaints, if it throws them.
template <class Make> auto attempt(const Make& make, Complaints& complaints) -> std::optional<decltype(make())> {
  try {
    return make();
  } catch (const SetupError& error) {
    complaints.add(error);
    return std::nullopt;
  }
}

/// With the arrays of the triad. The last rank's box is the largest, but for a point in each direction.
double bytes_per_rank(const SolveOptions& options, int vectors, const Problem& problem, const Partition& partition) {
  const Box box = partition.box(static_cast<int>(partition.ranks.points()) - 1);
  const double rows = static_cast<double>(box.size().points() * problem.dofs());
  constexpr double entry = sizeof(double) + sizeof(LocalIndex), offset = sizeof(Offset);
  const double copy = options.matrix.format == MatrixFormat::crs
                          ? 0
                          : entry * static_cast<double>(count_nonzeros(problem, box)) + offset * rows;
  const auto& methods = options.method.methods;
  const bool factors = std::any_of(methods.begin(), methods.end(),
                                   [](const ChosenMethod& m) { return needs_ordered_rows(m.preconditioner); });
  const double triangles =
      factors ? 2 * (entry * static_cast<double>(count_nonzeros(problem, box)) + offset * rows) : 0;
  const double ordered = options.ordering.ordering == OrderingChoice::natural && options.matrix.sigma == 1
                             ? 0
                             : entry * static_cast<double>(count_nonzeros(problem, box)) + offset * rows;
  return static_cast<double>(assembly_bytes(problem, box)) + copy + ordered + triangles +
         vectors * options.method.rhs * sizeof(double) * rows +
         3 * sizeof(double) * static_cast<double>(bandwidth_elements) / static_cast<double>(partition.ranks.points());
}

/// Colours of the grid are colours of the matrix only where a point couples with its neighbours along the axes.
void check_ordering(const SolveOptions& options, Complaints& complaints) {
  const OrderingChoice ordering = options.ordering.ordering;
  const bool colours_the_grid = ordering == OrderingChoice::red_black || ordering == OrderingChoice::reordered_1 ||
                                ordering == OrderingChoice::reordered_2;
  const ProblemFacts& facts = facts_of(options.problem.kind);
  complaints.unless(
      !colours_the_grid || (facts.shape == StencilShape::star && facts.dofs == 1),
      "--ordering {} does not suit {} (points couple with others than those along the axes, so two colours "
      "are too few) use --ordering {}",
      name_of(ordering), facts.name, name_of(OrderingChoice::multicolour));
}

void check_preconditioner(const SolveOptions& options, Complaints& complaints) {
  const auto& methods = options.method.methods;
  const bool ic0 = std::any_of(methods.begin(), methods.end(), [](const ChosenMethod& chosen) {
    return chosen.preconditioner == PreconditionerChoice::ic0;
  });
  const ProblemFacts& facts = facts_of(options.problem.kind);
  complaints.unless(
      !ic0 || facts.symmetry == Symmetry::symmetric,
      "--preconditioner ic0 does not suit {} (a Cholesky factorisation needs a symmetric matrix, this one "
      "is not) use --preconditioner {}",
      facts.name, name_of(PreconditionerChoice::sgs));
}

void check_progress(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints) {
  const ProgressKind progress = options.network.progress.kind;
  const std::string& objection = surroundings.objection_to_progress_thread;
  complaints.unless(progress != ProgressKind::thread || objection.empty(), "{}", objection);
  complaints.unless(progress == ProgressKind::none || options.method.reduction != ReductionKind::blocking,
                    "--progress {} has no effect (a blocking sum is complete when it has been started) use --reduction "
                    "{}",
                    name_of(progress), name_of(ReductionKind::nonblocking));
  complaints.unless(
      progress != ProgressKind::manual || on_host,
      "--progress manual has no effect (kernels run on a GPU, beside the thread that could call MPI) leave "
      "it out");
}

}  // namespace

void check(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints) {
  check_progress(options, surroundings, complaints);
  check_ordering(options, complaints);
  check_preconditioner(options, complaints);
  const ProblemOptions& p = options.problem;
  const auto problem = attempt([&] { return make_problem(p.kind, p.size, p.parameters); }, complaints);
  if (!problem) return;
  const auto partition =
      attempt([&] { return make_partition(p.size, surroundings.ranks, options.partition.ranks_grid, problem->dofs()); },
              complaints);
  if (!partition) return;
  const double needed = bytes_per_rank(options, vectors_of(options.method, surroundings.methods), *problem, *partition);
  complaints.unless(
      needed <= surroundings.bytes_per_rank,
      "there is too little memory: about {} a rank are needed, {} are free ({}x{}x{} points, {} nonzeros a "
      "row, --rhs {}) use a smaller --size, fewer --rhs, or more hosts",
      readable_bytes(needed), readable_bytes(surroundings.bytes_per_rank), p.size.x, p.size.y, p.size.z,
      facts_of(p.kind).nonzeros_a_row, options.method.rhs);
}

}  // namespace minikrylov
