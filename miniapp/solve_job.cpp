// A solve job from the options to the record.
#include "miniapp/solve_job.hpp"

#include <algorithm>
#include <cmath>

#include "miniapp/operators.hpp"
#include "miniapp/preconditioners.hpp"
#include "miniapp/solve.hpp"

namespace minikrylov {
namespace {

ProblemRecord describe(const Problem& problem, const Partition& partition, const System& system,
                       const Communicator& ranks) {
  ProblemRecord record;
  record.problem = problem.kind;
  record.size = problem.grid;
  if (problem.kind == ProblemKind::convection_diffusion) record.peclet = problem.peclet;
  record.rows = system.global_rows;
  record.nonzeros = system.global_nonzeros;
  record.assembly_seconds = system.assembly_seconds;
  record.ranks_grid = partition.ranks;
  record.rows_minimum = static_cast<std::int64_t>(ranks.reduce(system.rows, ReduceBy::minimum));
  record.rows_maximum = static_cast<std::int64_t>(ranks.reduce(system.rows, ReduceBy::maximum));
  record.ghosts_maximum = static_cast<std::int64_t>(ranks.reduce(system.ghosts, ReduceBy::maximum));
  record.neighbours_maximum = static_cast<int>(ranks.reduce(system.halo->neighbours(), ReduceBy::maximum));
  return record;
}

/// The rate of one product after another, by the bytes that it must move; the best of a few.
double product_rate(const Operator& A, const System& system, const Communicator& ranks) {
  const Vector x = make_vector("x", system.rows, system.ghosts, 1), y = make_vector("y", system.rows, system.ghosts, 1);
  constexpr int repetitions = 5;
  double best = 0;
  for (int k = 0; k <= repetitions; ++k) {
    ranks.barrier();
    const double began = wall_time();
    A.apply(x, y, nullptr);
    Exec().fence("product");
    const double seconds = ranks.reduce(wall_time() - began, ReduceBy::maximum);
    if (k == 1 || (k > 1 && seconds < best)) best = seconds;
  }
  const double bytes =
      12.0 * static_cast<double>(system.global_nonzeros) + 16.0 * static_cast<double>(system.global_rows);
  return bytes / best;
}

MatrixRecord describe(const MatrixOptions& options, const System& system, const Operator& A,
                      const Communicator& ranks) {
  MatrixRecord record;
  record.format = options.format;
  if (options.format == MatrixFormat::sell) {
    record.chunk = options.chunk;
    record.sigma = options.sigma;
  }
  const auto total = [&](Offset value) {
    return static_cast<std::int64_t>(ranks.reduce(static_cast<double>(value), ReduceBy::sum));
  };
  record.stored_entries = total(system.matrix->stored_entries());
  record.bytes = total(system.matrix->allocated_bytes());
  record.padding = static_cast<double>(record.stored_entries) / static_cast<double>(system.global_nonzeros);
  record.setup_seconds = system.conversion_seconds;
  record.product_bytes_per_second = product_rate(A, system, ranks);
  return record;
}

/// What is not this machine's own is said.
void describe(const NetworkOptions& options, RunRecord& record) {
  const auto [latency, bandwidth] = options.network;
  if (latency > 0) record.emulated_latency = latency;
  if (std::isfinite(bandwidth)) record.emulated_bandwidth = bandwidth;
  if (options.noise.kind != NoiseKind::none) record.emulated_noise = options.noise.delay;
}

MatrixLayout layout_of(const SolveOptions& options) {
  const auto& methods = options.method.methods;
  const bool keep = std::any_of(methods.begin(), methods.end(),
                                [](const ChosenMethod& chosen) { return needs_ordered_rows(chosen.preconditioner); });
  return {options.matrix.format, options.matrix.chunk, options.matrix.sigma, options.ordering.ordering,
          keep ? OrderedRows::kept : OrderedRows::dropped};
}

}  // namespace

Record run_solve_job(const SolveOptions& options, RunRecord facts, const Communicator& ranks) {
  Record record;
  record.run = std::move(facts);
  describe(options.network, record.run);
  ProgressLine progress(ranks.rank() == 0 ? stderr : nullptr);
  progress.show("measuring the memory bandwidth");
  const CommonTriad triad(ranks);
  record.run.triad_bytes_per_second = triad.best();

  const Problem problem = make_problem(options.problem.kind, options.problem.size, options.problem.parameters);
  const Partition partition = make_partition(problem.grid, ranks.size(), options.partition.ranks_grid, problem.dofs());
  progress.show("assembling");
  const System system = build_system(problem, partition, ranks, layout_of(options), options.halo.gpu_aware_mpi);
  const DistributedMatrix A(*system.matrix, *system.halo);
  record.problem = describe(problem, partition, system, ranks);
  record.matrix = describe(options.matrix, system, A, ranks);
  record.matrix.ordering = options.ordering.ordering;

  const NetworkEmulation network(options.network.network);
  const Progress moves_messages(options.network.progress);
  const RightHandSides sides = make_right_hand_sides(system, A, options.method.rhs);
  const SolveInputs inputs{system, A, sides, ranks, triad};
  for (const ChosenMethod& chosen : options.method.methods) {
    record.solves.push_back(solve(chosen, options.method, options.run, options.network, inputs, progress));
    record.solves.back().format = options.matrix.format;
    record.solves.back().ordering = options.ordering.ordering;
  }
  return record;
}

}  // namespace minikrylov
