// Is one rank slower than the others, or slower than it was?
#pragma once
#include <string_view>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "kernels/core/types.hpp"
#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// A rank that takes so many times as long as the others, at its best, is slow.
inline constexpr double slow_factor = 1.5;

/// Those that took more than slow_factor times the lower median of all, or of their own earlier best (0: none).
[[nodiscard]] std::vector<int> slow_ranks(const std::vector<double>& seconds, const std::vector<double>& earlier);

/// Times a small kernel in the caches of each rank's cores, on all ranks at once, again and again. What counts is each
/// rank's fastest: others who use the same cores now and then do not change that.
class RankSpeeds {
 public:
  explicit RankSpeeds(const Communicator& ranks);
  /// Looks until no rank stands out, or for a good part of a second. Collective.
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
