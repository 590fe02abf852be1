// Measures triads as large as a working set.
#include "miniapp/timing/level_triad.hpp"

#include <algorithm>
#include <vector>

#include "miniapp/timing/statistics.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

MemoryLevel level_of(double working_set, const Caches& caches) {
  if (working_set <= caches.second) return MemoryLevel::second;
  return working_set <= caches.all ? MemoryLevel::third : MemoryLevel::memory;
}

LevelTriad level_triad(double working_set, const Caches& caches, double in_memory, const Communicator& ranks) {
  const MemoryLevel level = level_of(working_set, caches);
  // Up to twice the caches, they still hold a part of it.
  if (working_set > 2 * caches.all) return {level, in_memory, std::nullopt};
  constexpr double triad_bytes = 24;
  constexpr double worth_seconds = 5e-3;  // of samples: short beside a solve
  constexpr int fewest = 5, most = 200;   // samples for the median
  const CommonTriad triad(ranks, static_cast<Offset>(working_set / triad_bytes));
  static_cast<void>(triad.sample());  // a warm-up
  const double first = triad.sample();
  const int samples = static_cast<int>(std::clamp(worth_seconds * first / working_set, 1.0 * fewest, 1.0 * most));
  std::vector<double> triads, updates;
  for (int k = 0; k < samples; ++k) {
    triads.push_back(triad.sample());
    updates.push_back(triad.sample_updates());
  }
  return {level, summarise(triads).median, summarise(updates).median};
}

}  // namespace minikrylov
