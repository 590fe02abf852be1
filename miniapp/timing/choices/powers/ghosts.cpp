// Times powers with ghosts of one exchange and of several.
#include "miniapp/timing/choices/powers/ghosts.hpp"

#include <algorithm>

#include "miniapp/timing/choices/fastest.hpp"
#include "miniapp/timing/choices/powers/passes.hpp"

namespace minikrylov {
namespace {

/// Redundant rows relative to all, on the rank that has most.
double redundancy(const DeepHalo& deep, const System& system, const Communicator& ranks) {
  const auto redundant = static_cast<double>(deep.redundant_rows(system.layout.powers));
  return ranks.reduce(redundant / std::max(1.0, static_cast<double>(system.rows) * system.layout.powers),
                      ReduceBy::maximum);
}

}  // namespace

PowersSetting with_faster_ghosts(const DistributedMatrix& A, const System& system, int width, const RunRecord& machine,
                                 const Communicator& ranks) {
  const PowersSetting& deep = A.powers_setting();
  if (deep.deep == nullptr || system.layout.powers_halo != PowersHalo::automatic) return deep;
  PowersSetting rounds = deep;
  rounds.deep = nullptr;
  if (machine.triad_source == described_triad) {
    constexpr double tolerable = 0.1;  // chosen
    return redundancy(*deep.deep, system, ranks) <= tolerable ? deep : rounds;
  }
  DistributedMatrix by_rounds(*system.matrix, *system.halo, system.ghost_groups, A.overlap(), system.tuning);
  by_rounds.set_powers(rounds);
  const PowersPasses passes(system, width);
  const auto seconds = [&](std::size_t k) {
    const DistributedMatrix& tried = k == 0 ? A : by_rounds;
    return seconds_of(passes.pass(Wanted::all), tried, ranks) + seconds_of(passes.pass(Wanted::last), tried, ranks);
  };
  // Few rounds, as an emulated network may make each of them long.
  return first_of_the_fastest(median_times(2, seconds, {.warm_up = 1, .timed = 3})) == 0 ? deep : rounds;
}

}  // namespace minikrylov
