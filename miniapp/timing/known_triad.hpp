// The memory bandwidth of this machine, measured once per boot.
#pragma once
#include <string>

#include "miniapp/metadata/run_record.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// A triad bandwidth of all ranks, and when it was measured.
struct KnownTriad {
  double bytes_per_second = 0;
  std::string source;  ///< "measured by this run", or "measured 2026-01-02T03:04:05Z, since the last boot"
};

/// The bandwidth that an earlier run on the same hosts, with the same ranks, threads and binding, has measured since
/// the last boot and stored (see cached_text.hpp); otherwise the best of a few triads now, which is stored for the next
/// run. Collective.
[[nodiscard]] KnownTriad known_triad(const CommonTriad& triad, const RunRecord& run, const Communicator& ranks);

/// Stores a triad that exceeds the known one (measured while others used the memory) for the next run. Collective.
void improve_known_triad(double bytes_per_second, const RunRecord& run, const Communicator& ranks);

}  // namespace minikrylov
