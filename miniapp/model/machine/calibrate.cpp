// Measurements for the models.
#include "miniapp/model/machine/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "comm/halo/pattern.hpp"
#include "comm/runtime/simulation.hpp"
#include "kernels/fusion/panel.hpp"
#include "kernels/measure/bandwidth.hpp"
#include "miniapp/metadata/sharing.hpp"
#include "miniapp/model/machine/fit.hpp"
#include "miniapp/overlap/measure.hpp"
#include "miniapp/overlap/noise.hpp"
#include "miniapp/timing/statistics.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {
namespace {

constexpr double short_bytes = 2048;

/// How often a message of this length is timed.
int repetitions_for(double bytes) { return static_cast<int>(std::clamp(2e7 / (bytes + 1e4), 20.0, 400.0)); }

/// The median time of `call` on the slowest rank; ranks without a pattern only take part in the barriers.
template <class Call> double time_of(Pattern* pattern, double bytes, const Communicator& ranks, const Call& call) {
  std::vector<double> seconds;
  for (int k = -3; k < repetitions_for(bytes); ++k) {
    ranks.barrier();
    const double began = wall_time();
    if (pattern != nullptr) call(*pattern);
    if (k >= 0) seconds.push_back(pattern != nullptr ? wall_time() - began : 0);
  }
  return summarise(ranks.reduce(seconds, ReduceBy::maximum)).median;
}

double sharing_here(const RunRecord& metadata) {
  return sharing_of(1.0 * metadata.ranks * metadata.threads,
                    static_cast<double>(metadata.hosts.size()) * metadata.hardware_threads);
}

/// Bytes per second of a triad of all ranks of a node together, of reads alone, and of one rank while all others sleep.
struct Bandwidths {
  double of_node, of_reads, of_rank;
};

/// Of arrays with `elements` on each rank. Reads and a rank alone are measured in turns with triads of all: what other
/// programs take varies from second to second. A triad's 24 bytes per element become 32 if a cache line is fetched
/// before it is written; reads gain no more.
Bandwidths measure_bandwidths(Offset elements, int hosts, const Communicator& ranks) {
  const CommonTriad together(ranks, elements * ranks.size());
  std::optional<BandwidthMeter> alone;
  if (ranks.rank() == 0) alone.emplace(elements);
  std::vector<double> rates, reads, shares;
  for (int k = 0; k < 11; ++k) {
    const double reading = together.sample_reads(), began = wall_time(), all = together.sample();
    if (!alone) pause(wall_time() - began);  // longer than one rank takes alone
    const double one = ranks.reduce(alone ? alone->triad() : 0, ReduceBy::maximum);
    rates.push_back(all);
    shares.push_back(one / all);
    reads.push_back(reading / all);
  }
  const double best = std::ranges::max(rates);
  return {.of_node = best / hosts,
          .of_reads = best / hosts * std::clamp(summarise(reads).median, 1.0, 4.0 / 3),
          .of_rank = best * summarise(shares).median};
}

/// Multiplications with additions per second of this rank's Gram matrices, of vectors in private caches.
double gram_rate() {
  constexpr int vectors = 17;  // as CA-BiCGStab with four steps
  const LocalIndex rows = on_host ? 1024 * host_threads() : 1 << 20;
  constexpr int times = on_host ? 100 : 10;  // each of some microseconds, or of many
  Panel Y{{}, "Y"};
  for (int k = 0; k < vectors; ++k) Y.columns.push_back(make_vector("y", rows, 0, 1, k));
  const InnerProducts wanted[] = {{Y, Y}};
  PinnedSums pinned;
  double best = 0;
  for (int k = 0; k < 5; ++k) {
    const double began = wall_time();
    for (int time = 0; time < times; ++time) static_cast<void>(inner_products(wanted, pinned));
    best = std::max(best, times * (vectors * (vectors + 1) / 2.0) * rows / (wall_time() - began));
  }
  return best;
}

/// The machine with measured bandwidths of memory and cache.
MachineModel with_bandwidths(MachineModel machine, const RunRecord& metadata, const Communicator& ranks) {
  const int hosts = std::max(1, static_cast<int>(metadata.hosts.size()));
  const double ranks_here = std::max(1.0, 1.0 * ranks.size() / hosts);
  const auto in_memory = std::max(Offset{1}, static_cast<Offset>(bandwidth_elements / ranks_here));
  const auto [of_node, of_reads, of_rank] = measure_bandwidths(in_memory, hosts, ranks);
  machine.memory_bandwidth = of_node;
  machine.memory_read_bandwidth = of_reads;
  machine.rank_bandwidth = of_rank;
  // Private caches count in full, the shared one for no more than half.
  const double own = static_cast<double>(metadata.l2_bytes) * std::max(1, metadata.cores);
  const double shared = static_cast<double>(metadata.l3_bytes) * std::max(1, metadata.packages);
  machine.cache_bytes = std::max(own, shared / 2);
  const auto elements = static_cast<Offset>(std::max(1024.0, machine.cache_bytes / 2 / ranks_here / 24));
  const double caches = ranks.reduce(measure_bandwidth(elements, 300).triad, ReduceBy::sum) / hosts;
  const double sharing = sharing_here(metadata);  // the fastest of many had the processor for itself
  machine.cache_bandwidth = caches / sharing;
  machine.gram_rate = ranks.reduce(gram_rate(), ReduceBy::sum) / hosts / sharing;
  return machine;
}

/// The machine with measured halo exchanges.
MachineModel with_halos(MachineModel machine, const Communicator& ranks) {
  std::vector<CommunicationTime> small, large;
  for (double bytes = 8; bytes <= 4e6; bytes *= 2) {
    const auto pattern =
        make_pattern(PatternKind::point_to_point, static_cast<std::size_t>(bytes), ranks.size(), ranks);
    const double seconds = time_of(pattern.get(), bytes, ranks, [](Pattern& p) {
      p.start();
      p.finish();
    });
    (bytes <= short_bytes ? small : large).push_back({bytes, 1, seconds});
  }
  machine.local_short_bytes = short_bytes;
  machine.local_short = fit_power_law(small, Exponents::of_bytes);
  machine.local_long = fit_line(large);
  const auto pattern = make_pattern(PatternKind::point_to_point, 8, ranks.size(), ranks);
  std::vector<double> starts;
  for (int k = 0; k < 400; ++k) {
    ranks.barrier();
    const double began = wall_time();
    pattern->start();
    starts.push_back(wall_time() - began);
    pattern->finish();
  }
  // With two neighbours, two messages to send and two to receive are in flight at once.
  const double messages = ranks.size() > 2 ? 4 : 2;
  machine.network.overhead = ranks.reduce(summarise(starts).median, ReduceBy::maximum) / messages;
  machine.network.latency = std::max(0.0, small.front().seconds - 2 * machine.network.overhead);
  machine.network.gap_per_byte = machine.local_long.c1;
  return machine;
}

/// The machine with measured reductions, of 1 to 512 numbers over 2, 4, … and all ranks. Needs its halo exchanges.
MachineModel with_sums(MachineModel machine, const Communicator& ranks) {
  std::vector<CommunicationTime> samples;
  for (const int p : numbers_of_ranks(ranks.size()))
    for (double bytes = 8; bytes <= 4096; bytes *= 2) {
      const auto pattern = make_pattern(PatternKind::allreduce, static_cast<std::size_t>(bytes), p, ranks);
      samples.push_back({bytes, static_cast<double>(p) / machine.ranks_per_node,
                         time_of(pattern.get(), bytes, ranks, [](Pattern& sum) { sum.run(); })});
    }
  machine.global = fit_power_law(samples, Exponents::of_bytes_and_nodes);
  const double rounds = std::ceil(std::log2(ranks.size()));
  const CommunicationTime &longest = samples.back(), &shortest = samples[samples.size() - 10];
  const double slope = (longest.seconds - shortest.seconds) / (longest.bytes - shortest.bytes) / rounds;
  machine.network.overhead_per_byte = std::max(0.0, slope - machine.network.gap_per_byte);
  return machine;
}

double measure_gamma(const Communicator& ranks) {
  const OverlapPlan plan{.tests = {10}};
  double best = 1;
  for (const long bytes : {24L, 56L})
    for (const OverlapRow& row : measure_overlap({PatternKind::allreduce, bytes, ranks.size()}, plan, ranks))
      if (row.mode == OverlapMode::nonblocking) best = std::min(best, row.gamma);
  return std::max(0.0, best);
}

}  // namespace

MachineModel calibrate_machine(const RunRecord& metadata, const Communicator& ranks) {
  MachineModel machine;
  const bool one_host = metadata.hosts.size() <= 1;
  machine.name = metadata.hosts.empty() ? "here" : metadata.hosts.front();
  machine.source = "measured " + metadata.date + " on " + metadata.processor;
  machine.ranks_per_node = one_host ? 1 : std::max(1, ranks.size() / static_cast<int>(metadata.hosts.size()));
  machine = with_bandwidths(std::move(machine), metadata, ranks);
  if (ranks.size() > 1) {
    machine = with_sums(with_halos(std::move(machine), ranks), ranks);
    machine.gamma = measure_gamma(ranks);
  }
  const NoiseRecord noise = measure_noise(1000, 200e-6, ranks);
  // The turns of other ranks on the same processor are no noise.
  const double quanta_on_average = 1 / (1 - noise.lost_share);
  machine.noise = std::max(0.0, quanta_on_average - sharing_here(metadata)) * noise.quantum_seconds;
  return machine;
}

}  // namespace minikrylov
