// The memory bandwidth of this machine, measured once per boot.
#pragma once
#include <string>

#include "miniapp/metadata/run_record.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// A triad of all ranks, and when it was measured.
struct KnownTriad {
  double bytes_per_second = 0;
  std::string source;  ///< "measured by this run", or "measured 2026-01-02T03:04:05Z, since the last boot"
};

/// What an earlier run on the same hosts since their last boot, with the same ranks, threads and binding, has measured
/// and left in the user's cache ($MINIKRYLOV_CACHE, $XDG_CACHE_HOME/minikrylov or ~/.cache/minikrylov); otherwise the
/// best of a few triads now, left there for the next run. Collective.
[[nodiscard]] KnownTriad known_triad(const CommonTriad& triad, const RunRecord& run, const Communicator& ranks);

/// Leaves a better triad than the known one for the next run: the memory was shared when that was measured. Collective.
void improve_known_triad(double bytes_per_second, const RunRecord& run, const Communicator& ranks);

}  // namespace minikrylov
