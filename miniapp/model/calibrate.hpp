// Calibration of the models: what this machine's memory and network can do.
#pragma once
#include "comm/communicator.hpp"
#include "miniapp/model/machine.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// Measures triads in memory and in the cache, reads alone, halo exchanges and sums over sizes and numbers of ranks,
/// the overhead γ of hidden sums, LogGP and noise, and fits equations (7), (8) and (10). On one host a node of the
/// model is a rank, as there is no network to be seen. Takes some ten seconds. Collective; the same on all ranks.
[[nodiscard]] MachineModel calibrate_machine(const RunRecord& metadata, const Communicator& ranks);

}  // namespace minikrylov
