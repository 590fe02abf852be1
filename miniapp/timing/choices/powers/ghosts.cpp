// Times powers with ghosts of one exchange and of several.
#include "miniapp/timing/choices/powers/ghosts.hpp"

#include <algorithm>

#include "miniapp/timing/choices/fastest.hpp"
#include "miniapp/timing/choices/powers/passes.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

/// Redundant rows relative to all, on the rank that has most.
double redundancy(const DeepHalo& deep, const System& system, const Communicator& ranks) {
  const auto redundant = static_cast<double>(deep.redundant_rows(system.layout.powers));
  return ranks.reduce(redundant / std::max(1.0, static_cast<double>(system.rows) * system.layout.powers),
                      ReduceBy::maximum);
}

/// The median times of passes by each matrix.
std::vector<double> times_of(std::initializer_list<const DistributedMatrix*> matrices, const PowersPasses& passes,
                             const Communicator& ranks) {
  std::vector<double> medians;
  // Few rounds, as an emulated network may make each of them long.
  const auto samples = interleaved_times(matrices.size(),
                                         [&](std::size_t k) {
                                           const DistributedMatrix& A = *matrices.begin()[k];
                                           return seconds_of(passes.pass(Wanted::all), A, ranks) +
                                                  seconds_of(passes.pass(Wanted::last), A, ranks);
                                         },
                                         {.warm_up = 1, .timed = 3});
  for (const std::vector<double>& times : samples) medians.push_back(summarise(times).median);
  return medians;
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
  return first_of_the_fastest(times_of({&A, &by_rounds}, PowersPasses(system, width), ranks)) == 0 ? deep : rounds;
}

}  // namespace minikrylov
