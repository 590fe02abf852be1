// The job of `minikrylov solve`: from options to a record, stage by stage.
#pragma once
#include "comm/runtime.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

/// Builds the system, measures the bandwidth, solves with each method. Collective; the record is complete on rank 0.
/// `metadata`: see run_metadata.
[[nodiscard]] Record run_solve_job(const SolveOptions& options, RunRecord metadata, const Communicator& ranks);

/// `record` with the emulated network of `options` noted in it.
[[nodiscard]] RunRecord with_emulation(RunRecord record, const NetworkOptions& options);

}  // namespace minikrylov
