// Finds the word that a user probably meant.
#include "miniapp/parsing/nearest.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace minikrylov {

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<int> distance((a.size() + 1) * columns);
  const auto at = [&](std::size_t i, std::size_t j) -> int& { return distance[i * columns + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({replaced, at(i - 1, j) + 1, at(i, j - 1) + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return distance.back();
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::string_view best;
  int minimum = static_cast<int>(word.size() + 1) / 2 + 1;
  for (const std::string_view candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    if (distance < minimum) {
      minimum = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view best = nearest(word, candidates);
  if (!best.empty()) return fmt::format("did you mean \"{}\"?", best);
  return fmt::format("choose one of {}", fmt::join(candidates, ", "));
}

}  // namespace minikrylov
