// Systems from grids and from files.
#include "miniapp/system/source.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/formats/sell_padding.hpp"
#include "miniapp/system/orderings.hpp"
#include "problems/matrix_market.hpp"

namespace minikrylov {
namespace {

SparseMatrix read_suitable(const SystemSource& source) {
  const std::string& file = source.problem.matrix_file;
  SparseMatrix matrix = read_matrix_market(file);
  const bool may_differ = source.problem.symmetry == SymmetryCheck::ignored || source.symmetric_only.empty();
  require(may_differ || symmetry_of(matrix) == Symmetry::symmetric,
          "{} is not symmetric ({} need a matrix that is) use method all-bicgstab with a preconditioner like sgs, or "
          "symmetry ignored to try",
          file, fmt::join(source.symmetric_only, ", "));
  return matrix;
}

std::vector<int> choose_owners(const SparseMatrix& matrix, const PartitionOptions& options, int ranks) {
  require(ranks <= matrix.rows, "{} ranks are too many for {} rows (a rank would have none) use at most {} ranks",
          ranks, matrix.rows, matrix.rows);
  if (options.rows == RowDistribution::graph) return graph_owners(matrix, ranks);
  if (options.rows == RowDistribution::volume) return graph_owners(matrix, ranks, GraphGoal::volume);
  if (options.rows == RowDistribution::file) return read_owners(options.file, matrix.rows, ranks);
  return block_owners(matrix.rows, ranks);
}

/// The padding for each σ, over all ranks; the best is the smallest σ that saves nearly as much as any.
SigmaComparison compare_sigmas(const AssembledRows& assembled, const MatrixLayout& layout, const Communicator& ranks) {
  constexpr double nearly = 1.005;  // half a percent more entries costs at most half a percent of a product's time
  const Rows& rows = assembled.rows;
  const CrsArrays matrix{rows.rows, rows.rows + static_cast<LocalIndex>(rows.ghosts.size()), rows.offsets, rows.columns,
                         rows.values};
  const Ordering ordering = order_rows(layout.ordering, matrix, assembled.box);
  const auto most_rows = static_cast<LocalIndex>(ranks.reduce(rows.rows, ReduceBy::maximum));
  const std::vector<LocalIndex> sigmas = sigmas_to_try(layout.chunk, most_rows);
  const double nonzeros = ranks.reduce(static_cast<double>(rows.nonzeros()), ReduceBy::sum);
  SigmaComparison record;
  record.tried.assign(sigmas.begin(), sigmas.end());
  for (const Offset stored : stored_entries_by_sigma(rows.offsets, ordering, layout.chunk, sigmas))
    record.padding.push_back(ranks.reduce(static_cast<double>(stored), ReduceBy::sum) / nonzeros);
  const double minimum = *std::min_element(record.padding.begin(), record.padding.end());
  const auto good = std::find_if(record.padding.begin(), record.padding.end(),
                                 [&](double padding) { return padding <= nearly * minimum; });
  record.best = record.tried[static_cast<std::size_t>(good - record.padding.begin())];
  return record;
}

/// Completes `known` with the properties of rows and halo that every system has.
SystemDescription described(SystemDescription known, const System& system, const Communicator& ranks) {
  const auto over_ranks = [&](auto value, ReduceBy by) {
    return static_cast<std::int64_t>(ranks.reduce(static_cast<double>(value), by));
  };
  const Halo& halo = *system.halo;
  known.rows = system.global_rows;
  known.nonzeros = system.global_nonzeros;
  if (system.nullspace != Nullspace::none) known.nullspace = system.nullspace;
  if (system.scale.matrix != 0) known.matrix_exponent = system.scale.matrix;
  if (system.scale.rhs != 0) known.rhs_exponent = system.scale.rhs;
  known.rows_minimum = over_ranks(system.rows, ReduceBy::minimum);
  known.rows_maximum = over_ranks(system.rows, ReduceBy::maximum);
  known.ghosts_maximum = over_ranks(system.halo->ghosts(), ReduceBy::maximum);
  known.neighbours_maximum = static_cast<int>(over_ranks(halo.neighbours(), ReduceBy::maximum));
  known.values_sent = over_ranks(halo.rows_sent(), ReduceBy::sum);
  known.values_sent_maximum = over_ranks(halo.rows_sent(), ReduceBy::maximum);
  known.messages_sent = over_ranks(halo.messages(), ReduceBy::sum);
  known.messages_sent_maximum = over_ranks(halo.messages(), ReduceBy::maximum);
  return known;
}

SourcedRows from_file(const SystemSource& source, const Communicator& ranks) {
  std::vector<int> owner;
  const SparseMatrix matrix = on_first_rank(ranks, [&] {
    SparseMatrix read = read_suitable(source);
    owner = choose_owners(read, source.partition, ranks.size());
    return read;
  });
  return {as_assembled(scatter_rows(matrix, owner, ranks)),
          {.problem = source.problem.kind,
           .matrix_file = source.problem.matrix_file,
           .distribution = source.partition.rows}};
}

SourcedRows from_grid(const SystemSource& source, const Communicator& ranks) {
  const ProblemOptions& wanted = source.problem;
  const Problem problem = make_problem(wanted.kind, wanted.size, wanted.parameters);
  const Partition partition = make_partition(problem.grid, ranks.size(), source.partition.ranks_grid, problem.dofs());
  SourcedRows sourced{assemble_rows(problem, partition, ranks.rank()),
                      {.problem = problem.kind,
                       .size = problem.grid,
                       .distribution = source.partition.rows,
                       .ranks_grid = partition.ranks}};
  if (problem.kind == ProblemKind::convection_diffusion) sourced.description.peclet = problem.peclet;
  return sourced;
}

}  // namespace

SourcedRows source_rows(const SystemSource& source, const Communicator& ranks) {
  ranks.barrier();
  const double start = wall_time();
  const bool file = source.problem.kind == ProblemKind::matrix_market;
  SourcedRows sourced = file ? from_file(source, ranks) : from_grid(source, ranks);
  sourced.description.assembly_seconds = ranks.reduce(wall_time() - start, ReduceBy::maximum);
  return sourced;
}

SourcedSystem build_system(SourcedRows sourced, const MatrixLayout& layout, GpuAwareMpi gpu_aware,
                           const Communicator& ranks) {
  const FormatRow& format = row_of(layout.format);
  const bool sorted = format.chunking == Chunking::chunks && format.unit == OrderedUnit::row;
  const SigmaComparison sigmas =
      sourced.description.matrix_file && sorted ? compare_sigmas(sourced.rows, layout, ranks) : SigmaComparison{};
  System system = build_system(sourced.rows, ranks, layout, gpu_aware);
  system.assembly_seconds = sourced.description.assembly_seconds;
  SystemDescription description = described(std::move(sourced.description), system, ranks);
  return {std::move(system), std::move(description), sigmas};
}

SourcedSystem build_system(const SystemSource& source, const MatrixLayout& layout, GpuAwareMpi gpu_aware,
                           const Communicator& ranks) {
  return build_system(source_rows(source, ranks), layout, gpu_aware, ranks);
}

}  // namespace minikrylov
