// The bandwidth of the memory level that holds a method's working set.
#pragma once
#include <optional>

#include "comm/runtime/communicator.hpp"
#include "miniapp/settings/named.hpp"

namespace minikrylov {

enum class MemoryLevel { second, third, memory };
template <> struct Names<MemoryLevel> {
  static constexpr std::string_view noun = "level";
  static constexpr std::array table = {
      Name<MemoryLevel>{"L2", MemoryLevel::second, "the second-level caches of the cores in use"},
      Name<MemoryLevel>{"L3", MemoryLevel::third, "their second- and third-level caches"},
      Name<MemoryLevel>{"memory", MemoryLevel::memory, "memory; or caches of unknown size"},
  };
};

/// Bytes of the caches that all ranks together use. Zero: unknown, or a device's.
struct Caches {
  double second = 0;  ///< of the second level
  double all = 0;     ///< of the second and third levels
};

/// The level that holds a working set of all ranks.
[[nodiscard]] MemoryLevel level_of(double working_set, const Caches& caches);

struct LevelTriad {
  MemoryLevel level = MemoryLevel::memory;
  double bytes_per_second = 0;      ///< of all ranks
  std::optional<double> updates{};  ///< the same of updates in place, where both were measured
};

/// The triad with arrays of `working_set` bytes in total over all ranks, and updates of as many: medians of a few
/// milliseconds of samples. If the working set exceeds twice the caches, `in_memory`, which was measured in memory.
/// Collective.
[[nodiscard]] LevelTriad level_triad(double working_set, const Caches& caches, double in_memory,
                                     const Communicator& ranks);

}  // namespace minikrylov
