// A solve job from the options to the record.
#include "miniapp/solve/job.hpp"

#include <algorithm>
#include <cmath>

#include "miniapp/solve/chunk_rows.hpp"
#include "miniapp/solve/product_convention.hpp"
#include "miniapp/solve/progress_calls.hpp"
#include "miniapp/solve/solve.hpp"
#include "miniapp/system/operators.hpp"
#include "miniapp/system/preconditioners.hpp"
#include "miniapp/system/source.hpp"

namespace minikrylov {
namespace {

/// The rate of products, by the bytes that they must move, and of the triad between them; the best of a few.
void measure_product(const Operator& A, const System& system, const CommonTriad& triad, const Communicator& ranks,
                     MatrixRecord& record) {
  const Vector x = make_vector("x", system.rows, system.ghosts, 1), y = make_vector("y", system.rows, system.ghosts, 1);
  constexpr int repetitions = 5;
  double best = 0, best_triad = 0;
  for (int k = 0; k <= repetitions; ++k) {
    best_triad = std::max(best_triad, triad.sample());
    ranks.barrier();
    const double began = wall_time();
    A.apply(x, y, {});
    Exec().fence("product");
    const double seconds = ranks.reduce(wall_time() - began, ReduceBy::maximum);
    if (k == 1 || (k > 1 && seconds < best)) best = seconds;
  }
  const double bytes =
      conventional_product_bytes(static_cast<double>(system.global_nonzeros), static_cast<double>(system.global_rows));
  record.product_bytes_per_second = bytes / best;
  record.product_triad_bytes_per_second = best_triad;
}

MatrixRecord describe(const MatrixOptions& options, const System& system, const Operator& A, const CommonTriad& triad,
                      const Communicator& ranks) {
  MatrixRecord record;
  record.format = options.format;
  if (options.format != MatrixFormat::crs) {
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
  measure_product(A, system, triad, ranks, record);
  return record;
}

MatrixLayout layout_of(const SolveOptions& options) {
  return {options.matrix.format,
          options.matrix.chunk,
          options.matrix.sigma,
          options.ordering.ordering,
          any_preconditioner(options.method, needs_ordered_rows) ? OrderedRows::kept : OrderedRows::dropped,
          any_preconditioner(options.method, needs_points) ? OrderedUnit::point : OrderedUnit::row};
}

HaloOverlap overlap_of(const HaloOptions& options, const System& system, int width, const Communicator& ranks) {
  HaloOverlap overlap{options.overlap, options.chunk_rows.value_or(1)};
  if (on_host && overlap.mode == Overlap::dynamic && !options.chunk_rows)
    overlap.chunk_rows = fastest_chunk_rows(system, width, ranks);
  return overlap;
}

void add_overlap(const HaloOverlap& overlap, const DistributedMatrix& A, const Communicator& ranks,
                 SolveRecord& record) {
  record.overlap = overlap.mode;
  if (on_host && overlap.mode == Overlap::dynamic) record.chunk_rows = A.chunk_rows(record.rhs);
  record.hidden_rows = static_cast<std::int64_t>(ranks.reduce(A.hidden_rows(record.rhs), ReduceBy::sum));
}

}  // namespace

void describe_emulation(const NetworkOptions& options, RunRecord& record) {
  const auto [latency, bandwidth] = options.network;
  if (latency > 0) record.emulated_latency = latency;
  if (std::isfinite(bandwidth)) record.emulated_bandwidth = bandwidth;
  if (options.noise.kind != NoiseKind::none) record.emulated_noise = options.noise.delay;
}

Record run_solve_job(const SolveOptions& options, RunRecord metadata, const Communicator& ranks) {
  Record record;
  record.run = std::move(metadata);
  describe_emulation(options.network, record.run);
  ProgressLine progress(ranks.rank() == 0 ? stderr : nullptr);
  progress.show("measuring the memory bandwidth");
  const CommonTriad triad(ranks);
  record.run.triad_bytes_per_second = triad.best();

  progress.show("assembling");
  const SourcedSystem sourced = build_system(options, layout_of(options), ranks);
  const System& system = sourced.system;
  if (options.halo.overlap == Overlap::dynamic && !options.halo.chunk_rows) progress.show("measuring chunk sizes");
  const HaloOverlap overlap = overlap_of(options.halo, system, options.method.rhs, ranks);
  const DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, overlap);
  record.problem = sourced.problem;
  record.matrix = describe(options.matrix, system, A, triad, ranks);
  record.matrix.ordering = options.ordering.ordering;
  record.matrix.sigmas = sourced.sigmas;

  const NetworkEmulation network(options.network.network);
  NetworkOptions measured_network = options.network;
  if (options.network.progress.kind == ProgressKind::manual) progress.show("measuring how often to call for progress");
  measured_network.progress = chosen_progress(options.network, options.method.reduction, A, system, ranks);
  const Progress moves_messages(measured_network.progress);
  const RightHandSides sides = make_right_hand_sides(system, A, options.method.rhs);
  TraceFile trace;
  const SolveInputs inputs{
      system,
      A,
      sides,
      ranks,
      triad,
      options.output.trace ? &trace : nullptr,
      options.problem.kind == ProblemKind::matrix_market ? Conditioning::unknown : Conditioning::known};
  for (const ChosenMethod& chosen : options.method.methods) {
    record.solves.push_back(solve(chosen, options.method, options.run, measured_network, inputs, progress));
    record.solves.back().format = options.matrix.format;
    record.solves.back().ordering = options.ordering.ordering;
    add_overlap(overlap, A, ranks, record.solves.back());
  }
  if (options.output.trace) record.trace = trace.text();
  return record;
}

}  // namespace minikrylov
