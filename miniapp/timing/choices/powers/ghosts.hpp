// The ghosts of matrix powers, chosen by measurement.
#pragma once
#include "miniapp/metadata/run_record.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// How A computes powers, with the ghosts that are faster on the network that `system` has now where its layout leaves
/// them open: those of one exchange with redundant work on them, or those of an exchange per power, by the time of both
/// sorts of passes on the slowest rank. With injected times, in which redundant work would take no time, those of one
/// exchange where redundant rows are at most a tenth of all. The same choice on all ranks. Collective.
[[nodiscard]] PowersSetting with_faster_ghosts(const DistributedMatrix& A, const System& system, int width,
                                               const RunRecord& machine, const Communicator& ranks);

}  // namespace minikrylov
