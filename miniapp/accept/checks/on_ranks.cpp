// Findings of ranks in words.
#include "miniapp/accept/checks/on_ranks.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace minikrylov {

std::string name_ranks(const std::vector<int>& ranks) {
  constexpr std::size_t shown = 3;
  if (ranks.size() == 1) return fmt::format("rank {}", ranks.front());
  const std::vector<int> first(ranks.begin(),
                               ranks.begin() + static_cast<std::ptrdiff_t>(std::min(shown, ranks.size())));
  if (ranks.size() <= shown) return fmt::format("ranks {}", fmt::join(first, ", "));
  return fmt::format("ranks {} and {} more", fmt::join(first, ", "), ranks.size() - shown);
}

std::vector<int> ranks_where(bool here, const Communicator& ranks) {
  const std::vector<double> flags = ranks.gather(here ? 1.0 : 0.0);
  std::vector<int> list;
  for (std::size_t rank = 0; rank < flags.size(); ++rank)
    if (flags[rank] != 0) list.push_back(static_cast<int>(rank));
  return list;
}

void RankFlags::raise(bool wrong, const std::string& what) {
  const std::vector<int> where = ranks_where(wrong, ranks_);
  if (!where.empty()) found_.push_back(fmt::format("{} ({})", what, name_ranks(where)));
}

CheckRow RankFlags::row(std::string problem, std::string check) const {
  constexpr std::size_t shown = 4;
  std::vector<std::string> first(found_.begin(),
                                 found_.begin() + static_cast<std::ptrdiff_t>(std::min(shown, found_.size())));
  if (found_.size() > shown) first.push_back(fmt::format("{} more", found_.size() - shown));
  return {.problem = std::move(problem),
          .check = std::move(check),
          .finding = found_.empty() ? "yes" : fmt::format("not {}", fmt::join(first, "; ")),
          .wanted = "yes",
          .result = result_of(found_.empty())};
}

}  // namespace minikrylov
