// Estimates what a job allocates.
#include "miniapp/cli/check/check_memory.hpp"

#include <algorithm>

#include "comm/partition/partition.hpp"
#include "kernels/measure/bandwidth.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/solve/plan.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"
#include "problems/estimate.hpp"

namespace minikrylov {
namespace {

bool is_polynomial(PreconditionerChoice M) { return row_of(M).applied_by == AppliedBy::powers; }

/// Estimated number of vectors during a solve: b, x, the known solution, one for checks, the initial guess and its
/// source, the method's work vectors, and those in which polynomial preconditioners take turns.
int vectors_of(const SolveOptions& options, std::span<const CatalogueRow> catalogue) {
  constexpr int common = 4, of_polynomials = 3;
  int most = 0;
  for (const ChosenMethod& chosen : options.method.methods)
    for (const CatalogueRow& row : catalogue)
      if (row.name == chosen.name)
        most = std::max(most, work_vectors(row, options.method.steps, chosen.preconditioner));
  const int corrections = options.method.mixed.is_on() ? 2 : 0;  // and residuals
  return common + corrections + (options.vectors.guess == GuessSource::zero ? 0 : 2) +
         (any_preconditioner(options.method, is_polynomial) ? of_polynomials : 0) + most;
}

/// The result of `make`; if it throws complaints, adds them and returns nothing.
template <class Make> auto attempt(const Make& make, Complaints& complaints) -> std::optional<decltype(make())> {
  try {
    return make();
  } catch (const SetupError& error) {
    complaints.add(error);
    return std::nullopt;
  }
}

/// Includes the arrays of the triad. The last rank's box is the largest, up to one point in each direction.
double bytes_per_rank(const SolveOptions& options, int vectors, const Problem& problem, const Partition& partition) {
  const Box box = partition.box(static_cast<int>(partition.ranks.points()) - 1);
  const double rows = static_cast<double>(box.size().points() * problem.dofs());
  const double compressed =
      (sizeof(double) + sizeof(LocalIndex)) * static_cast<double>(count_nonzeros(problem, box)) + sizeof(Offset) * rows;
  const double copy = row_of(options.matrix.format).chunking == Chunking::none ? 0 : compressed;
  const double triangles = any_preconditioner(options.method, needs_ordered_rows) ? 2 * compressed : 0;
  const bool unmoved = options.ordering.ordering == OrderingChoice::natural && options.matrix.sigma == 1;
  const double ordered = unmoved ? 0 : compressed;
  // Rounded rows, while the inner matrix is made, are as large as the ordered ones; it itself is no larger.
  const double inner = options.method.mixed.is_on() ? 2 * compressed : 0;
  return static_cast<double>(assembly_bytes(problem, box)) + copy + ordered + triangles + inner +
         vectors * options.method.rhs * sizeof(double) * rows +
         3 * sizeof(double) * static_cast<double>(bandwidth_elements) / static_cast<double>(partition.ranks.points());
}

}  // namespace

int work_vectors(const CatalogueRow& row, int steps, PreconditionerChoice M) {
  constexpr int classical = 8, rearranged = 24;  // catalogue: at most 7; at most 17 without a basis
  if (row.needs == Needs::basis)                 // bases of p and r, and r0; or, with a polynomial, M times each vector
    return (2 * basis_length(row.name, steps) + 1) * (is_polynomial(M) ? 2 : 1) + 1;
  return row.name == row.classical ? classical : rearranged;
}

void check_memory(const SolveOptions& options, const Surroundings& surroundings, Complaints& complaints) {
  const ProblemOptions& p = options.problem;
  if (p.kind == ProblemKind::matrix_market) return;  // its size is in the file
  const auto problem = attempt([&] { return make_problem(p.kind, p.size, p.parameters); }, complaints);
  if (!problem) return;
  const auto partition =
      attempt([&] { return make_partition(p.size, surroundings.ranks, options.partition.ranks_grid, problem->dofs()); },
              complaints);
  if (!partition) return;
  const double needed = bytes_per_rank(options, vectors_of(options, surroundings.methods), *problem, *partition);
  complaints.unless(needed <= surroundings.bytes_per_rank,
                    "too little memory: about {} per rank are needed, {} are free ({}x{}x{} points, {} nonzeros per "
                    "row, --rhs {}) use a smaller --size, fewer --rhs, or more hosts",
                    readable_bytes(needed), readable_bytes(surroundings.bytes_per_rank), p.size.x, p.size.y, p.size.z,
                    properties_of(p.kind).nonzeros_per_row, options.method.rhs);
}

void check_memory_of_study(ProblemKind kind, GridSize size, const Surroundings& surroundings, Complaints& complaints) {
  if (kind == ProblemKind::matrix_market) return;  // its size is in the file
  const auto problem = attempt([&] { return make_problem(kind, size); }, complaints);
  if (!problem) return;
  constexpr double copies = 3;  // as it is assembled, as lists, and as the graph that is partitioned
  const double entries = static_cast<double>(count_nonzeros(*problem)), rows = static_cast<double>(problem->rows());
  const double needed = copies * ((sizeof(double) + sizeof(LocalIndex)) * entries + 3 * sizeof(double) * rows);
  complaints.unless(needed <= surroundings.bytes_of_host,
                    "too little memory: about {} are needed to partition the whole matrix, {} are free ({}x{}x{} "
                    "points) use a smaller --size",
                    readable_bytes(needed), readable_bytes(surroundings.bytes_of_host), size.x, size.y, size.z);
}

}  // namespace minikrylov
