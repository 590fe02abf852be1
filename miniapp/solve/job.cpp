// A solve job from the options to the record.
#include "miniapp/solve/job.hpp"

#include "comm/runtime/simulation.hpp"
#include "miniapp/solve/job_system.hpp"
#include "miniapp/solve/matrix_record.hpp"
#include "miniapp/solve/plan.hpp"
#include "miniapp/solve/run_machine.hpp"
#include "miniapp/solve/solve.hpp"
#include "miniapp/system/nullspace.hpp"

namespace minikrylov {
namespace {

Conditioning conditioning_of(const ProblemOptions& problem, const VectorOptions& vectors) {
  const bool ours =
      problem.kind != ProblemKind::matrix_market && vectors.rhs == RhsSource::problem && vectors.solution_file.empty();
  return ours ? Conditioning::known : Conditioning::unknown;
}

MethodOptions with_width(MethodOptions method, int width) {
  require(width == 1 || method.mixed.vectors == Precision::double_precision,
          "{} right-hand sides do not suit --vector-precision single (not compiled for it) give one", width);
  method.rhs = width;
  return method;
}

void write_rows(const SystemUse& use, const AssembledRows& rows, ProgressLine& progress) {
  progress.show("writing the matrix");
  use.rows(rows);
}

/// A fixed number of iterations needs no solution. Collective.
void require_solvable(const RightHandSides& sides, const System& system, const MethodOptions& method,
                      const Communicator& ranks) {
  if (!method.fixed_iterations) require_consistent(sides.b, system, method.rtol, ranks);
}

std::vector<SolveRecord> all_solves(const MethodOptions& method, const RunOptions& often, const NetworkOptions& network,
                                    const SolveInputs& inputs, ProgressLine& progress) {
  std::vector<SolveRecord> solves;
  for (const ChosenMethod& chosen : method.methods)
    solves.push_back(solve(chosen, method, often, network, inputs, progress));
  return solves;
}

}  // namespace

Record run_solve_job(const SolveOptions& options, RunRecord metadata, const Communicator& ranks, const SystemUse& use) {
  ProgressLine progress(ranks.rank() == 0 ? stderr : nullptr);
  const NetworkOptions& network = options.network;
  const CommonTriad triad = triad_of(network.simulation, ranks);
  const auto [run, tuning] =
      tuned_machine(with_network(std::move(metadata), network), options.tune, triad, ranks, progress);

  const SystemSource source = source_of(options.problem, options.partition, options.method);
  GivenRows given = given_rows(source, options.vectors, options.method.rhs, ranks, progress);
  if (use.rows) write_rows(use, given.sourced.rows, progress);
  const MethodOptions asked = with_width(options.method, given.vectors.width);
  const MatrixLayout layout = layout_of(options.matrix, options.ordering, options.halo, asked);
  SourcedSystem built = build_system(std::move(given.sourced), layout, options.halo.gpu_aware_mpi, ranks);
  const SourcedSystem sourced = ready_to_multiply(std::move(built), tuning, asked.rhs, ranks, progress);
  const System& system = sourced.system;
  require_nullspace(asked.nullspace, system, options.problem.matrix_file);
  DistributedMatrix A = fastest_product(system, options.halo, asked.rhs, run, triad, ranks, progress);
  const std::unique_ptr<DistributedMatrix> inner = inner_product(system, A);
  const MatrixRecord matrix = matrix_record(sourced, A, {triad, run.triad_bytes_per_second}, ranks);

  const Progress moves_messages = on_network(system, A, network, asked.reduction, ranks, progress);
  choose_ghosts(A, system, asked.rhs, run, ranks, progress);
  const MethodOptions method = with_degree(asked, system, A, ranks, progress);
  const SimulatedKernels in_simulated_time(*moves_messages.hook(), network.simulation.injected_bandwidth.value_or(0));
  const RightHandSides sides = make_right_hand_sides(system, A, method.rhs);
  if (!source.symmetric_only.empty()) require_solvable(sides, system, method, ranks);
  if (use.sides) use.sides(system, sides);
  TraceFile trace;
  std::vector<SolveRecord> solves = all_solves(method, options.run, network,
                                               {.system = system,
                                                .A = A,
                                                .sides = sides,
                                                .ranks = ranks,
                                                .triad = triad,
                                                .trace = options.output.trace ? &trace : nullptr,
                                                .conditioning = conditioning_of(options.problem, options.vectors),
                                                .progress = moves_messages,
                                                .known_triad = run.triad_bytes_per_second,
                                                .guess = guess_of(system, given.vectors, ranks),
                                                .caches = caches_of(run),
                                                .inner = inner.get()},
                                               progress);
  keep_best_triad(run, matrix, solves, ranks);
  return {.run = run,
          .problem = with_vectors(sourced.description, options.vectors, system),
          .matrix = matrix,
          .solves = std::move(solves),
          .trace = options.output.trace ? trace.text() : ""};
}

}  // namespace minikrylov
