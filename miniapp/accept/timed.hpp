// The timed sets: each part by the classical method and by the variant that is fastest in a short trial.
#pragma once
#include "miniapp/accept/bench.hpp"
#include "miniapp/accept/checks/repeats.hpp"
#include "miniapp/accept/checks/speeds.hpp"
#include "miniapp/accept/checks/sums.hpp"
#include "miniapp/accept/merit.hpp"
#include "miniapp/methods/catalogue.hpp"

namespace minikrylov {

/// A method, and how it sums over ranks.
struct Candidate {
  const CatalogueRow* row = nullptr;
  ReductionKind reduction = ReductionKind::blocking;
};

/// A method of a part, tried out: the basis for planning its timed solves.
struct TriedMethod {
  Candidate candidate;
  double seconds_per_iteration = 0;
  SolveRecord full;  ///< a solve until convergence, not timed
};

/// The two methods of a part, and all candidates.
struct Trial {
  TriedMethod classical, variant;
  std::vector<TrialRow> rows;
};

/// Tries all variants of a part for a few iterations, for about `seconds` in total, then solves by the classical method
/// and by the fastest variant whose solution is right. Collective; the same on all ranks.
[[nodiscard]] Trial try_part(const Part& part, const Bench& bench, NonblockingSums sums, double seconds,
                             const AcceptSurroundings& with, Repeats& repeats);

/// Results of the timed sets.
struct TimedSets {
  std::vector<TimedMethod> methods;  ///< two per part
  double seconds = 0;                ///< total time
};

/// Times both methods of all parts for about `seconds` in total: whole solves if several fit, otherwise as many
/// iterations as fit. Checks the speeds of ranks after each part. Collective; the same on all ranks.
[[nodiscard]] TimedSets run_timed_sets(const Benches& benches, const std::vector<Trial>& trials, double seconds,
                                       const AcceptSurroundings& with, Repeats& repeats, RankSpeeds& speeds);

/// Repeats the whole solve where timed solves were cut short, so that each whole solve is done twice. Collective.
void solve_again(const Benches& benches, const TimedSets& sets, const AcceptSurroundings& with, Repeats& repeats);

}  // namespace minikrylov
