// A solve job from the options to the record.
#include "miniapp/solve/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "comm/runtime/simulation.hpp"
#include "miniapp/solve/plan.hpp"
#include "miniapp/solve/solve.hpp"
#include "miniapp/system/given_vectors.hpp"
#include "miniapp/system/nullspace.hpp"
#include "miniapp/timing/compression.hpp"
#include "miniapp/timing/known_triad.hpp"
#include "miniapp/timing/known_tuning.hpp"
#include "miniapp/timing/powers_tiles.hpp"
#include "miniapp/timing/product_rate.hpp"
#include "miniapp/timing/progress_calls.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// The codes that some rank uses.
void add_codes(MatrixRecord& record, std::string_view of, std::span<const std::string_view> names,
               std::span<const coded::Share> shares, const Communicator& ranks) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double chunks = ranks.reduce(static_cast<double>(shares[k].chunks), ReduceBy::sum);
    const double bytes = ranks.reduce(static_cast<double>(shares[k].bytes), ReduceBy::sum);
    if (chunks == 0) continue;
    record.codes.push_back(fmt::format("{}: {}", of, names[k]));
    record.chunks_by_code.push_back(chunks);
    record.bytes_by_code.push_back(bytes);
  }
}

/// `rate`: nothing where a product by itself takes no time.
MatrixRecord describe(const SourcedSystem& sourced, const std::optional<ProductRate>& rate, const Communicator& ranks) {
  const System& system = sourced.system;
  const auto total = [&](Offset value) {
    return static_cast<std::int64_t>(ranks.reduce(static_cast<double>(value), ReduceBy::sum));
  };
  MatrixRecord record{.format = system.layout.format,
                      .ordering = system.layout.ordering,
                      .stored_entries = total(system.matrix->stored_entries()),
                      .bytes = total(system.matrix->allocated_bytes()),
                      .sigmas = sourced.sigmas,
                      .setup_seconds = system.conversion_seconds};
  if (rate) {
    record.product_bytes_per_second = rate->product;
    record.product_triad_bytes_per_second = rate->triad;
  }
  record.padding = static_cast<double>(record.stored_entries) / static_cast<double>(system.global_nonzeros);
  if (row_of(record.format).chunking == Chunking::chunks) {
    record.chunk = system.layout.chunk;
    record.sigma = system.layout.sigma;
  }
  if (system.coding) {
    record.compression = system.layout.compression;
    record.plain_bytes = total(system.coding->plain_bytes);
    record.coding_seconds = ranks.reduce(system.coding->seconds, ReduceBy::maximum);
    const coded::Shares& shares = system.coding->shares;
    add_codes(record, "values", coded::value_codings, shares.values, ranks);
    add_codes(record, "columns", coded::column_codings, shares.columns, ranks);
  }
  return record;
}

/// What is simulated is not left for other runs.
RunRecord with_triad(RunRecord record, const CommonTriad& triad, const Communicator& ranks) {
  const KnownTriad known = triad.described()  ? KnownTriad{*triad.described(), "described"}
                           : record.simulated ? KnownTriad{triad.best(), "measured by this run, rank by rank"}
                                              : known_triad(triad, record, ranks);
  record.triad_bytes_per_second = known.bytes_per_second;
  record.triad_source = known.source;
  return record;
}

Conditioning conditioning_of(const SolveOptions& options) {
  const VectorOptions& vectors = options.vectors;
  const bool ours = options.problem.kind != ProblemKind::matrix_market && vectors.rhs == RhsSource::problem &&
                    vectors.solution_file.empty();
  return ours ? Conditioning::known : Conditioning::unknown;
}

/// All that is known of simulated ranks; `record` itself where they are real.
RunRecord with_simulation(RunRecord record, const SimulationOptions& options) {
  if (!record.simulated) return record;
  const std::string time = options.injected_bandwidth ? fmt::format("injected: what they move at {:.4g} GB/s per rank",
                                                                    *options.injected_bandwidth / 1e9)
                                                      : "measured on this host";
  record.simulated = fmt::format("{}; cluster: {}; time of kernels {}", *record.simulated,
                                 options.cluster.empty() ? "not named" : options.cluster, time);
  return record;
}

/// The caches of the cores in use; unknown for a device.
Caches caches_of(const RunRecord& run) {
  if (!on_host) return {};
  const double hosts = static_cast<double>(run.hosts.size());
  const double cores = std::min<double>(run.cores * hosts, static_cast<double>(run.ranks) * run.threads);
  const double second = std::min(static_cast<double>(run.l2_bytes) * cores, static_cast<double>(run.cache_bytes));
  return {.second = second, .all = static_cast<double>(run.cache_bytes)};
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

Record run_solve_job(const SolveOptions& options, RunRecord metadata, const Communicator& ranks, const SystemUse& use) {
  ProgressLine progress(ranks.rank() == 0 ? stderr : nullptr);
  progress.show("measuring the memory bandwidth");
  const std::optional<double> injected = options.network.simulation.injected_bandwidth;
  const CommonTriad triad(ranks, bandwidth_elements, injected ? std::optional(*injected * ranks.size()) : std::nullopt);
  RunRecord run = with_triad(
      with_simulation(with_emulation(std::move(metadata), options.network), options.network.simulation), triad, ranks);

  if (options.tune != Tune::off) progress.show("measuring what suits this processor");
  const KnownTuning tuning = known_tuning(options.tune, run, ranks);
  run = with_tuning(std::move(run), options.tune, tuning);

  progress.show("assembling");
  const SystemSource source = source_of(options.problem, options.partition, options.method);
  const bool symmetric = !source.symmetric_only.empty();
  SourcedRows rows = source_rows(source, ranks);
  const GivenVectors given = given_vectors(options.vectors, rows.rows, options.method.rhs, ranks);
  MethodOptions method = options.method;
  method.rhs = given.width;
  rows.rows = with_vectors(std::move(rows.rows), given);
  if (use.rows) {
    progress.show("writing the matrix");
    use.rows(rows.rows);
  }
  SourcedSystem sourced =
      build_system(std::move(rows), layout_of(options.matrix, options.ordering, options.halo, method),
                   options.halo.gpu_aware_mpi, ranks);
  sourced.system.tuning = tuning.values;
  describe_vectors(options.vectors, sourced.system, sourced.description);
  if (sourced.system.plain != nullptr) progress.show("measuring what compression gains");
  sourced.system = with_faster_matrix(std::move(sourced.system), method.rhs, ranks);
  const System& system = sourced.system;
  require(options.method.nullspace == Nullspace::none || system.nullspace == options.method.nullspace,
          "--nullspace constant does not suit {} (its rows do not add up to zero, so constants are not in its null "
          "space) omit it",
          options.problem.matrix_file);
  if (options.halo.overlap == Overlap::dynamic && !options.halo.chunk_rows) progress.show("measuring chunk sizes");
  const HaloOverlap overlap = overlap_of(options.halo, system, method.rhs, ranks);
  DistributedMatrix A(*system.matrix, *system.halo, system.ghost_groups, overlap, system.tuning);
  if (system.layout.powers > 1) {
    progress.show("measuring tiles for powers of the matrix");
    A.set_powers(fastest_powers(A, system, method.rhs, run, ranks));
  }
  const std::optional<ProductRate> rate =
      injected ? std::nullopt : std::optional(product_rate(A, system, {triad, run.triad_bytes_per_second}, ranks));
  const MatrixRecord matrix = describe(sourced, rate, ranks);

  system.halo->emulate(options.network.network);
  if (system.deep_halo != nullptr) system.deep_halo->emulate(options.network.network);
  if (options.network.progress.kind == ProgressKind::manual) progress.show("measuring how often to call for progress");
  const Progress moves_messages(chosen_progress(options.network, options.method.reduction, A, system, ranks));
  system.halo->move_by(moves_messages);
  if (system.deep_halo != nullptr) system.deep_halo->move_by(moves_messages);
  const SimulatedKernels in_simulated_time(*moves_messages.hook(), injected.value_or(0));
  const RightHandSides sides = make_right_hand_sides(system, A, method.rhs);
  if (symmetric && !options.method.fixed_iterations) require_consistent(sides.b, system, options.method.rtol, ranks);
  if (use.sides) use.sides(system, sides);
  Vector guess;
  if (given.guess.extent(0) > 0) guess = make_guess(system, given.guess, method.rhs, ranks);
  TraceFile trace;
  const SolveInputs inputs{.system = system,
                           .A = A,
                           .sides = sides,
                           .ranks = ranks,
                           .triad = triad,
                           .trace = options.output.trace ? &trace : nullptr,
                           .conditioning = conditioning_of(options),
                           .progress = moves_messages,
                           .known_triad = run.triad_bytes_per_second,
                           .guess = guess,
                           .caches = caches_of(run)};
  std::vector<SolveRecord> solves;
  for (const ChosenMethod& chosen : options.method.methods)
    solves.push_back(solve(chosen, method, options.run, options.network, inputs, progress));
  if (!run.simulated) improve_known_triad(best_triad(matrix, solves), run, ranks);
  return {.run = std::move(run),
          .problem = sourced.description,
          .matrix = matrix,
          .solves = std::move(solves),
          .trace = options.output.trace ? trace.text() : ""};
}

}  // namespace minikrylov
