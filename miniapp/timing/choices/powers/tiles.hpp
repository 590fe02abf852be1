// The tiles of matrix powers, chosen by a model of the caches and by measurement.
#pragma once
#include "miniapp/metadata/run_record.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/system.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// How `width` vectors are multiplied by as many powers as the system was laid out for. Tries, besides one product
/// after the other, tiles of both shapes for a few sizes of cache around the second and the third level; takes the
/// fastest on the slowest rank, for all powers and for the last one; with injected times, those that move the fewest
/// bytes. The same choice on all ranks. Where passes move more bytes than a triad, it is measured between them: how
/// much tiles gain depends on the bandwidth of memory, which others may share. Collective.
[[nodiscard]] PowersSetting fastest_powers(const DistributedMatrix& A, const System& system, int width,
                                           const RunRecord& machine, const CommonTriad& triad,
                                           const Communicator& ranks);

}  // namespace minikrylov
