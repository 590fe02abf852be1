// The job of `minikrylov solve`: from options to a record, stage by stage.
#pragma once
#include "comm/runtime.hpp"
#include "miniapp/cli/options.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// Builds the system, measures the bandwidth, solves with each method. Collective; the record is complete on rank 0.
/// `facts` are those of the run (see run_metadata).
[[nodiscard]] Record run_solve_job(const SolveOptions& options, RunRecord metadata, const Communicator& ranks);

/// Says in `record` what is not this machine's own.
void describe_emulation(const NetworkOptions& options, RunRecord& record);

}  // namespace minikrylov
