// The job of `minikrylov solve`: from options to a record, stage by stage.
#pragma once
#include <functional>

#include "comm/runtime/runtime.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "miniapp/solve/record.hpp"
#include "miniapp/system/right_hand_sides.hpp"

namespace minikrylov {

/// Callbacks for a system before it is solved, on all ranks; each may be empty.
struct SystemUse {
  std::function<void(const AssembledRows&)> rows;  ///< as given: neither scaled nor ordered
  std::function<void(const System&, const RightHandSides&)> sides;
};

/// Builds the system, measures the bandwidth, solves with each method. Collective; the record is complete on rank 0.
/// `metadata`: see run_metadata.
[[nodiscard]] Record run_solve_job(const SolveOptions& options, RunRecord metadata, const Communicator& ranks,
                                   const SystemUse& use = {});

}  // namespace minikrylov
