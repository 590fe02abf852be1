// Systems from grids and from files.
#include "miniapp/system/source.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/formats/sell_padding.hpp"
#include "miniapp/system/orderings.hpp"
#include "problems/matrix_market.hpp"

namespace minikrylov {
namespace {

/// The methods and preconditioners of a job that need a symmetric matrix.
std::vector<std::string_view> what_needs_symmetry(const MethodOptions& options) {
  std::vector<std::string_view> names;
  for (const ChosenMethod& chosen : options.methods) {
    if (find_method(chosen.name)->family == Family::cg) names.push_back(chosen.name);
    if (chosen.preconditioner == PreconditionerChoice::ic0) names.push_back(name_of(PreconditionerChoice::ic0));
  }
  return names;
}

SparseMatrix read_suitable(const SolveOptions& options) {
  const std::string& file = options.problem.matrix_file;
  SparseMatrix matrix = read_matrix_market(file);
  const std::vector<std::string_view> names = what_needs_symmetry(options.method);
  const bool may_differ = options.problem.symmetry == SymmetryCheck::ignored || names.empty();
  require(may_differ || symmetry_of(matrix) == Symmetry::symmetric,
          "{} is not symmetric ({} need a matrix that is) use --method all-bicgstab, or --symmetry ignored to try",
          file, fmt::join(names, ", "));
  return matrix;
}

std::vector<int> choose_owners(const SparseMatrix& matrix, const PartitionOptions& options, int ranks) {
  require(ranks <= matrix.rows, "{} ranks are too many for {} rows (a rank would have none) use at most {} ranks",
          ranks, matrix.rows, matrix.rows);
  if (options.rows == RowDistribution::graph) return graph_owners(matrix, ranks);
  if (options.rows == RowDistribution::file) return read_owners(options.file, matrix.rows, ranks);
  return block_owners(matrix.rows, ranks);
}

/// The padding of one σ after another, over all ranks; the best is the smallest σ that saves nearly as much as any.
SigmaRecord compare_sigmas(const AssembledRows& assembled, const MatrixLayout& layout, const Communicator& ranks) {
  constexpr double nearly = 1.005;
  const Rows& rows = assembled.rows;
  const CrsArrays matrix{rows.rows, rows.rows + static_cast<LocalIndex>(rows.ghosts.size()), rows.offsets, rows.columns,
                         rows.values};
  const Ordering ordering = order_rows(layout.ordering, matrix, assembled.box);
  const auto most_rows = static_cast<LocalIndex>(ranks.reduce(rows.rows, ReduceBy::maximum));
  const std::vector<LocalIndex> sigmas = sigmas_to_try(layout.chunk, most_rows);
  const double nonzeros = ranks.reduce(static_cast<double>(rows.nonzeros()), ReduceBy::sum);
  SigmaRecord record;
  record.tried.assign(sigmas.begin(), sigmas.end());
  for (const Offset stored : stored_entries_by_sigma(rows.offsets, ordering, layout.chunk, sigmas))
    record.padding.push_back(ranks.reduce(static_cast<double>(stored), ReduceBy::sum) / nonzeros);
  const double least = *std::min_element(record.padding.begin(), record.padding.end());
  const auto good = std::find_if(record.padding.begin(), record.padding.end(),
                                 [&](double padding) { return padding <= nearly * least; });
  record.best = record.tried[static_cast<std::size_t>(good - record.padding.begin())];
  return record;
}

SourcedSystem from_file(const SolveOptions& options, const MatrixLayout& layout, const Communicator& ranks) {
  ranks.barrier();
  const double start = wall_time();
  const AssembledRows assembled = [&] {
    std::vector<int> owner;
    const SparseMatrix matrix = on_first_rank(ranks, [&] {
      SparseMatrix read = read_suitable(options);
      owner = choose_owners(read, options.partition, ranks.size());
      return read;
    });
    return as_assembled(scatter_rows(matrix, owner, ranks));
  }();
  SourcedSystem sourced;
  sourced.problem.assembly_seconds = ranks.reduce(wall_time() - start, ReduceBy::maximum);
  if (layout.format == MatrixFormat::sell) sourced.sigmas = compare_sigmas(assembled, layout, ranks);
  sourced.system = build_system(assembled, ranks, layout, options.halo.gpu_aware_mpi);
  sourced.problem.matrix_file = options.problem.matrix_file;
  return sourced;
}

SourcedSystem from_grid(const SolveOptions& options, const MatrixLayout& layout, const Communicator& ranks) {
  const ProblemOptions& wanted = options.problem;
  const Problem problem = make_problem(wanted.kind, wanted.size, wanted.parameters);
  const Partition partition = make_partition(problem.grid, ranks.size(), options.partition.ranks_grid, problem.dofs());
  SourcedSystem sourced;
  sourced.system = build_system(problem, partition, ranks, layout, options.halo.gpu_aware_mpi);
  sourced.problem.assembly_seconds = sourced.system.assembly_seconds;
  sourced.problem.size = problem.grid;
  sourced.problem.ranks_grid = partition.ranks;
  if (problem.kind == ProblemKind::convection_diffusion) sourced.problem.peclet = problem.peclet;
  return sourced;
}

void describe(const System& system, const Communicator& ranks, ProblemRecord& record) {
  const auto over_ranks = [&](auto value, ReduceBy by) {
    return static_cast<std::int64_t>(ranks.reduce(static_cast<double>(value), by));
  };
  const Halo& halo = *system.halo;
  record.rows = system.global_rows;
  record.nonzeros = system.global_nonzeros;
  record.rows_minimum = over_ranks(system.rows, ReduceBy::minimum);
  record.rows_maximum = over_ranks(system.rows, ReduceBy::maximum);
  record.ghosts_maximum = over_ranks(system.ghosts, ReduceBy::maximum);
  record.neighbours_maximum = static_cast<int>(over_ranks(halo.neighbours(), ReduceBy::maximum));
  record.values_sent = over_ranks(halo.rows_sent(), ReduceBy::sum);
  record.values_sent_maximum = over_ranks(halo.rows_sent(), ReduceBy::maximum);
  record.messages_sent = over_ranks(halo.messages(), ReduceBy::sum);
  record.messages_sent_maximum = over_ranks(halo.messages(), ReduceBy::maximum);
}

}  // namespace

SourcedSystem build_system(const SolveOptions& options, const MatrixLayout& layout, const Communicator& ranks) {
  const bool file = options.problem.kind == ProblemKind::matrix_market;
  SourcedSystem sourced = file ? from_file(options, layout, ranks) : from_grid(options, layout, ranks);
  sourced.problem.problem = options.problem.kind;
  sourced.problem.distribution = options.partition.rows;
  describe(sourced.system, ranks, sourced.problem);
  return sourced;
}

}  // namespace minikrylov
