// Gathers the findings of ranks without reductions, since these are being checked.
#pragma once
#include <string>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// "rank 1", "ranks 0 and 2", "ranks 0, 1 and 14 more".
[[nodiscard]] std::string name_ranks(const std::vector<int>& ranks);

/// The ranks on which `here` is true. Collective.
[[nodiscard]] std::vector<int> ranks_where(bool here, const Communicator& ranks);

/// One check of several things, each of which may be wrong on some ranks.
class RankFlags {
 public:
  explicit RankFlags(const Communicator& ranks) : ranks_(ranks) {}

  /// `what` is wrong on ranks where `wrong` is true. Collective.
  void raise(bool wrong, const std::string& what);
  [[nodiscard]] bool any() const { return !found_.empty(); }
  /// Passed if nothing was wrong. Not collective.
  [[nodiscard]] CheckRow row(std::string problem, std::string check) const;

 private:
  const Communicator& ranks_;
  std::vector<std::string> found_;
};

}  // namespace minikrylov
