// Calibrates the models to this machine's memory and network.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "miniapp/model/machine/machine.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// Measures triads in memory, of one rank alone, and in the cache, reads alone, halo exchanges and reductions over
/// sizes and numbers of ranks, the arithmetic of Gram matrices, the overhead γ of hidden reductions, LogGP and noise,
/// and fits equations (7), (8) and (10). On a single host, which has no network, each rank counts as a node. Takes some
/// ten seconds. Collective; the same on all ranks.
[[nodiscard]] MachineModel calibrate_machine(const RunRecord& metadata, const Communicator& ranks);

}  // namespace minikrylov
