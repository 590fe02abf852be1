// What is known of a machine, and what is measured on it before a system is built.
#include "miniapp/solve/run_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "miniapp/timing/choices/known_tuning.hpp"
#include "miniapp/timing/known_triad.hpp"

namespace minikrylov {
namespace {

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

/// What is simulated is not left for other runs.
RunRecord with_triad(RunRecord record, const CommonTriad& triad, const Communicator& ranks) {
  const KnownTriad known = triad.described()  ? KnownTriad{*triad.described(), std::string(described_triad)}
                           : record.simulated ? KnownTriad{triad.best(), "measured by this run, rank by rank"}
                                              : known_triad(triad, record, ranks);
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

RunRecord with_network(RunRecord record, const NetworkOptions& options) {
  return with_simulation(with_emulation(std::move(record), options), options.simulation);
}

CommonTriad triad_of(const SimulationOptions& options, const Communicator& ranks) {
  const std::optional<double> injected = options.injected_bandwidth;
  return CommonTriad(ranks, bandwidth_elements, injected ? std::optional(*injected * ranks.size()) : std::nullopt);
}

TunedMachine tuned_machine(RunRecord described, Tune tune, const CommonTriad& triad, const Communicator& ranks,
                           ProgressLine& progress) {
  progress.show("measuring the memory bandwidth");
  RunRecord run = with_triad(std::move(described), triad, ranks);
  if (tune != Tune::off) progress.show("measuring what suits this processor");
  const KnownTuning tuning = known_tuning(tune, run, ranks);
  return {.run = with_tuning(std::move(run), tune, tuning), .tuning = tuning.values};
}

Caches caches_of(const RunRecord& run) {
  if (!on_host) return {};
  const double hosts = static_cast<double>(run.hosts.size());
  const double cores = std::min<double>(run.cores * hosts, static_cast<double>(run.ranks) * run.threads);
  const double second = std::min(static_cast<double>(run.l2_bytes) * cores, static_cast<double>(run.cache_bytes));
  return {.second = second, .all = static_cast<double>(run.cache_bytes)};
}

void keep_best_triad(const RunRecord& run, const MatrixRecord& matrix, const std::vector<SolveRecord>& solves,
                     const Communicator& ranks) {
  if (!run.simulated) improve_known_triad(best_triad(matrix, solves), run, ranks);
}

}  // namespace minikrylov
