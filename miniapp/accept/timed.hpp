// The timed sets: each part by the classical method, and by the variant that is the fastest in a short trial.
#pragma once
#include "miniapp/accept/bench.hpp"

namespace minikrylov {

/// What became of the parts.
struct TimedSets {
  std::vector<TrialRow> trials;
  std::vector<PartRow> parts;
  std::vector<SolveRecord> solves;  ///< two a part
  double seconds = 0;               ///< of all timed solves that count
};

/// Whether MPI_Iallreduce may be used.
enum class NonblockingSums { trusted, wrong };

/// Times all parts, the same seconds each. Collective; the same on all ranks.
[[nodiscard]] TimedSets run_timed_sets(const Benches& benches, NonblockingSums sums, const AcceptSurroundings& with);

}  // namespace minikrylov
