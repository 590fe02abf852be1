// A solve job from the options to the record.
#include "miniapp/solve/job.hpp"

#include <algorithm>
#include <cmath>

#include "miniapp/solve/plan.hpp"
#include "miniapp/solve/solve.hpp"
#include "miniapp/timing/known_triad.hpp"
#include "miniapp/timing/product_rate.hpp"
#include "miniapp/timing/progress_calls.hpp"

namespace minikrylov {
namespace {

MatrixRecord describe(const SourcedSystem& sourced, const ProductRate& rate, const Communicator& ranks) {
  const System& system = sourced.system;
  const auto total = [&](Offset value) {
    return static_cast<std::int64_t>(ranks.reduce(static_cast<double>(value), ReduceBy::sum));
  };
  MatrixRecord record{.format = system.layout.format,
                      .ordering = system.layout.ordering,
                      .stored_entries = total(system.matrix->stored_entries()),
                      .bytes = total(system.matrix->allocated_bytes()),
                      .sigmas = sourced.sigmas,
                      .setup_seconds = system.conversion_seconds,
                      .product_bytes_per_second = rate.product,
                      .product_triad_bytes_per_second = rate.triad};
  record.padding = static_cast<double>(record.stored_entries) / static_cast<double>(system.global_nonzeros);
  if (row_of(record.format).chunking == Chunking::chunks) {
    record.chunk = system.layout.chunk;
    record.sigma = system.layout.sigma;
  }
  return record;
}

RunRecord with_triad(RunRecord record, const CommonTriad& triad, const Communicator& ranks) {
  const KnownTriad known = known_triad(triad, record, ranks);
  record.triad_bytes_per_second = known.bytes_per_second;
  record.triad_source = known.source;
  return record;
}

double best_triad(const MatrixRecord& matrix, const std::vector<SolveRecord>& solves) {
  double best = matrix.product_triad_bytes_per_second.value_or(0);
  for (const SolveRecord& solved : solves) best = std::max(best, solved.triad_bytes_per_second);
  return best;
}

}  // namespace

RunRecord with_emulation(RunRecord record, const NetworkOptions& options) {
  const auto [latency, bandwidth] = options.network;
  if (latency > 0) record.emulated_latency = latency;
  if (std::isfinite(bandwidth)) record.emulated_bandwidth = bandwidth;
  if (options.noise.kind != NoiseKind::none) record.emulated_noise = options.noise.delay;
  return record;
}

Record run_solve_job(const SolveOptions& options, RunRecord metadata, const Communicator& ranks) {
  ProgressLine progress(ranks.rank() == 0 ? stderr : nullptr);
  progress.show("measuring the memory bandwidth");
  const CommonTriad triad(ranks);
  RunRecord run = with_triad(with_emulation(std::move(metadata), options.network), triad, ranks);

  progress.show("assembling");
  const SourcedSystem sourced =
      build_system(source_of(options.problem, options.partition, options.method),
                   layout_of(options.matrix, options.ordering, options.method), options.halo.gpu_aware_mpi, ranks);
  const System& system = sourced.system;
  if (options.halo.overlap == Overlap::dynamic && !options.halo.chunk_rows) progress.show("measuring chunk sizes");
  const HaloOverlap overlap = overlap_of(options.halo, system, options.method.rhs, ranks);
  const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, overlap);
  const MatrixRecord matrix =
      describe(sourced, product_rate(A, system, {triad, run.triad_bytes_per_second}, ranks), ranks);

  system.halo->emulate(options.network.network);
  if (options.network.progress.kind == ProgressKind::manual) progress.show("measuring how often to call for progress");
  const Progress moves_messages(chosen_progress(options.network, options.method.reduction, A, system, ranks));
  system.halo->move_by(moves_messages);
  const RightHandSides sides = make_right_hand_sides(system, A, options.method.rhs);
  TraceFile trace;
  const SolveInputs inputs{
      .system = system,
      .A = A,
      .sides = sides,
      .ranks = ranks,
      .triad = triad,
      .trace = options.output.trace ? &trace : nullptr,
      .conditioning = options.problem.kind == ProblemKind::matrix_market ? Conditioning::unknown : Conditioning::known,
      .progress = moves_messages,
      .known_triad = run.triad_bytes_per_second};
  std::vector<SolveRecord> solves;
  for (const ChosenMethod& chosen : options.method.methods)
    solves.push_back(solve(chosen, options.method, options.run, options.network, inputs, progress));
  improve_known_triad(best_triad(matrix, solves), run, ranks);
  return {.run = std::move(run),
          .problem = sourced.description,
          .matrix = matrix,
          .solves = std::move(solves),
          .trace = options.output.trace ? trace.text() : ""};
}

}  // namespace minikrylov
