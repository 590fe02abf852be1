// Detects slow ranks.
#pragma once
#include <string_view>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "kernels/core/types.hpp"
#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// A rank is slow if its best time is more than this many times that of the others.
inline constexpr double slow_factor = 1.5;

/// The ranks that took more than slow_factor times the lower median of all, or times their own earlier best.
[[nodiscard]] std::vector<int> slow_ranks(const std::vector<double>& seconds, const std::vector<double>& earlier);

/// Repeatedly times a small in-cache kernel on all ranks at once. Each rank's fastest time counts, so that other
/// processes that occasionally use the same cores do not matter.
class RankSpeeds {
 public:
  explicit RankSpeeds(const Communicator& ranks);
  /// Times until no rank stands out, or for about a minute. Collective.
  void look(std::string_view when);
  [[nodiscard]] CheckRow row() const;

 private:
  [[nodiscard]] double seconds_of_work() const;

  const Communicator& ranks_;
  Array<double> numbers_;
  std::vector<double> fastest_;  ///< of each rank so far
  std::vector<std::string> found_;
};

}  // namespace minikrylov
