// Compares residual histories and digests.
#include "miniapp/accept/checks/repeats.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "miniapp/accept/checks/on_ranks.hpp"

namespace minikrylov {
namespace {

/// Whether two histories agree bitwise, except in iterations for which one of them has no norm.
bool agree_as_far(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i]) && !std::isnan(a[i]) &&
        !std::isnan(b[i]))
      return false;
  return true;
}

/// The residuals that do not depend on the length of the solve. Once a right-hand side has converged it is frozen,
/// unless the number of iterations is fixed; and the norms of that iterate may be sums where they are differences of
/// sums in a solve that goes on (SquaredNormDifference).
std::vector<double> common_history(const SolveRecord& solve) {
  std::vector<double> history = solve.residual_history.values;
  if (!solve.rtol.has_value() || solve.iterations_of.empty()) return history;
  const int first = *std::min_element(solve.iterations_of.begin(), solve.iterations_of.end());
  history.resize(std::min(history.size(), static_cast<std::size_t>(first) * solve.residual_history.columns));
  return history;
}

}  // namespace

void Repeats::add(const std::string& of, const SolveRecord& solve) {
  if (systems_.find(of) == systems_.end()) order_.push_back(of);
  OfSystem& system = systems_[of];
  const std::string method = fmt::format("{} ({})", solve.method, name_of(solve.reduction));
  if (system.known.find(method) == system.known.end()) system.methods.push_back(method);
  Known& known = system.known[method];
  const std::vector<double> history = common_history(solve);
  // A solve of fixed length ends differently from one that converges, even after as many iterations.
  const std::string length = fmt::format("{} {}", solve.iterations, solve.rtol.has_value());
  const auto [first, is_new] = known.digest.emplace(length, solve.digest);
  int differ = agree_as_far(history, known.history) ? 0 : 1;
  if (!is_new && first->second != solve.digest) ++differ;
  differ += static_cast<int>(
      std::count_if(solve.digests.begin(), solve.digests.end(), [&](auto digest) { return digest != solve.digest; }));
  if (solve.rtol.has_value()) {
    // The same tolerance ends after the same iterations.
    const auto same = [&](const auto& entry) { return entry.first == length || entry.first.ends_with("false"); };
    if (!std::all_of(known.digest.begin(), known.digest.end(), same)) ++differ;
  }
  system.differ[method] += differ;
  system.solves += 1 + static_cast<int>(solve.digests.size());
  if (history.size() > known.history.size()) known.history = history;
}

std::vector<CheckRow> Repeats::rows(const Communicator& ranks) const {
  std::vector<CheckRow> rows;
  for (const std::string& name : order_) {
    const OfSystem& system = systems_.at(name);
    RankFlags flags(ranks);
    for (const std::string& method : system.methods) flags.raise(system.differ.at(method) > 0, method);
    rows.push_back(flags.row(name, fmt::format("{} solves, bitwise equal", system.solves)));
  }
  return rows;
}

}  // namespace minikrylov
