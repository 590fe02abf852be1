// The measured overlap in words.
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "miniapp/overlap/measure.hpp"
#include "miniapp/results/fields_readable.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

/// Message lengths typical of Krylov methods.
constexpr long short_sum = 8 * 10 * 32, short_halo = 65536;

/// "MPI_Test at 20 points".
std::string words_for(OverlapMode mode, int tests) {
  if (mode == OverlapMode::tests) return fmt::format("MPI_Test at {} points", tests);
  return mode == OverlapMode::thread ? "its own progress thread" : "no help";
}

/// The subject of one sentence.
struct Question {
  PatternKind pattern;
  int ranks;
};

long most_bytes_of(PatternKind pattern) { return pattern == PatternKind::allreduce ? short_sum : short_halo; }

/// The median of γ over sizes, by mode and number of tests.
std::map<std::pair<OverlapMode, int>, double> overheads(const std::vector<OverlapRow>& rows, const Question& question) {
  std::map<std::pair<OverlapMode, int>, std::vector<double>> samples;
  for (const OverlapRow& row : rows)
    if (row.pattern == question.pattern && row.ranks == question.ranks &&
        row.bytes <= most_bytes_of(question.pattern) && row.mode != OverlapMode::blocking)
      samples[{row.mode, row.tests}].push_back(row.gamma);
  std::map<std::pair<OverlapMode, int>, double> medians;
  for (auto& [key, list] : samples) medians[key] = summarise(list).median;
  return medians;
}

std::string verdict_of(const std::vector<OverlapRow>& rows, const Question& question) {
  const auto gammas = overheads(rows, question);
  if (gammas.empty()) return "";
  const auto best =
      std::min_element(gammas.begin(), gammas.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const std::string with = words_for(best->first.first, best->first.second);
  const std::string what = fmt::format("{} up to {}, {} rank{}", name_of(question.pattern),
                                       readable_bytes(static_cast<double>(most_bytes_of(question.pattern))),
                                       question.ranks, question.ranks == 1 ? "" : "s");
  if (best->second > 0.9)
    return fmt::format("{}: hiding it does not pay here (best γ = {:.2f}, with {}; 1 means no gain)\n", what,
                       best->second, with);
  std::string text = fmt::format("{}: hiding it pays here, best with {} (γ = {:.2f}: {:.0f} % of the time saved", what,
                                 with, best->second, 100 * (1 - best->second));
  for (const auto& [key, gamma] : gammas)
    if (key.first == OverlapMode::nonblocking && best->first.first != OverlapMode::nonblocking)
      text += fmt::format("; with no help γ = {:.2f}", gamma);
  return text + ")\n";
}

}  // namespace

std::string overlap_verdict(const std::vector<OverlapRow>& rows) {
  std::set<int> numbers;
  for (const OverlapRow& row : rows) numbers.insert(row.ranks);
  std::string text;
  for (const auto& name : Names<PatternKind>::table)
    for (const int ranks : numbers) text += verdict_of(rows, {name.value, ranks});
  return text;
}

}  // namespace minikrylov
