// The timed sets: each part by the classical method, and by the variant that was fastest in a short trial.
#pragma once
#include "miniapp/accept/bench.hpp"

namespace minikrylov {

/// Results of the timed parts.
struct TimedSets {
  std::vector<TrialRow> trials;
  std::vector<PartRow> parts;
  std::vector<SolveRecord> solves;  ///< two per part
  double seconds = 0;               ///< total time of all counted solves
};

/// Whether MPI_Iallreduce may be used.
enum class NonblockingSums { trusted, wrong };

/// Times all parts for equal periods. Collective; the same on all ranks.
[[nodiscard]] TimedSets run_timed_sets(const Benches& benches, NonblockingSums sums, const AcceptSurroundings& with);

}  // namespace minikrylov
