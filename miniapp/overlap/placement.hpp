// Where ranks run: which hardware threads they share, and whether there are enough.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "miniapp/overlap/record.hpp"

namespace minikrylov {

/// Of one rank.
struct Placement {
  std::string host;
  std::vector<int> processors;  ///< hardware threads that it may use
  int threads = 1;              ///< that compute
};

/// The numbers of a list like "0-3,8"; none if it is not one.
[[nodiscard]] std::vector<int> numbers_in(std::string_view list);

/// Of all ranks. Collective; the same on all ranks.
[[nodiscard]] std::vector<Placement> placements(const Communicator& ranks);

/// Whether ranks of a host have hardware threads of their own.
[[nodiscard]] PreflightRow judge_binding(std::span<const Placement> ranks);

/// Whether a host has a hardware thread for each thread of its ranks; if not, a sum that takes long shows that ranks do
/// not yield while they wait.
[[nodiscard]] PreflightRow judge_crowding(std::span<const Placement> ranks, double seconds_of_sum);

}  // namespace minikrylov
