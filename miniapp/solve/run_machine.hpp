// The machine of a run: its network, its memory bandwidth, and the tuning to its processor.
#pragma once
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "miniapp/settings/network_options.hpp"
#include "miniapp/settings/tune_options.hpp"
#include "miniapp/solve/progress_line.hpp"
#include "miniapp/solve/record.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// `record` with the emulated network of `options` added.
[[nodiscard]] RunRecord with_emulation(RunRecord record, const NetworkOptions& options);

/// The same, and all that is known of simulated ranks.
[[nodiscard]] RunRecord with_network(RunRecord record, const NetworkOptions& options);

/// The triad of all ranks: described where the time of kernels is injected, otherwise measured when it is needed.
[[nodiscard]] CommonTriad triad_of(const SimulationOptions& options, const Communicator& ranks);

/// What is recorded of a machine, and the tuning of kernels to it.
struct TunedMachine {
  RunRecord run;
  Tuning tuning;
};

/// Adds the memory bandwidth to `described`, then the tuning, and measures what no earlier run has stored. Collective.
[[nodiscard]] TunedMachine tuned_machine(RunRecord described, Tune tune, const CommonTriad& triad,
                                         const Communicator& ranks, ProgressLine& progress);

/// The caches of the cores in use; unknown for a device.
[[nodiscard]] Caches caches_of(const RunRecord& run);

/// Stores the best triad of a run for later ones, unless its ranks were simulated. Collective.
void keep_best_triad(const RunRecord& run, const MatrixRecord& matrix, const std::vector<SolveRecord>& solves,
                     const Communicator& ranks);

}  // namespace minikrylov
