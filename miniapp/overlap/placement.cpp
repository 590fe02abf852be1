// Placement of ranks, judged.
#include "miniapp/overlap/placement.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <set>

#include "kernels/core/types.hpp"
#include "miniapp/metadata/machine.hpp"
#include "miniapp/results/fields_readable.hpp"

namespace minikrylov {
namespace {

/// Longer than a sum within a host takes, shorter than a time slice.
constexpr double long_sum = 500e-6;

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

bool share(const Placement& a, const Placement& b) {
  std::vector<int> both;
  std::set_intersection(a.processors.begin(), a.processors.end(), b.processors.begin(), b.processors.end(),
                        std::back_inserter(both));
  return a.host == b.host && !both.empty();
}

/// The threads and the hardware threads of the host that has most threads for each of the latter.
struct Crowd {
  int threads = 0, processors = 0;  ///< 0: unknown
};

Crowd most_crowded(std::span<const Placement> ranks) {
  std::map<std::string, std::set<int>> processors;
  std::map<std::string, int> threads;
  for (const Placement& rank : ranks) {
    processors[rank.host].insert(rank.processors.begin(), rank.processors.end());
    threads[rank.host] += rank.threads;
  }
  Crowd most;
  for (const auto& [host, number] : threads) {
    const Crowd crowd{.threads = number, .processors = static_cast<int>(processors[host].size())};
    if (most.threads == 0 || crowd.threads * most.processors > most.threads * crowd.processors) most = crowd;
  }
  return most;
}

}  // namespace

std::vector<int> numbers_in(std::string_view list) {
  std::set<int> numbers;
  const char *at = list.data(), *end = at + list.size();
  while (at != end) {
    int first = 0, last = 0;
    auto read = std::from_chars(at, end, first);
    if (read.ec != std::errc()) return {};
    last = first;
    if (read.ptr != end && *read.ptr == '-') read = std::from_chars(read.ptr + 1, end, last);
    if (read.ec != std::errc() || (read.ptr != end && *read.ptr != ',')) return {};
    for (int number = first; number <= last; ++number) numbers.insert(number);
    at = read.ptr == end ? end : read.ptr + 1;
  }
  return {numbers.begin(), numbers.end()};
}

std::vector<Placement> placements(const Communicator& ranks) {
  const std::vector<std::string> hosts = ranks.gather(host_name());
  const std::vector<std::string> bound = ranks.gather(describe_machine().binding);
  const std::vector<double> threads = ranks.gather(static_cast<double>(host_threads()));
  std::vector<Placement> all;
  for (std::size_t r = 0; r < hosts.size(); ++r)
    all.push_back({hosts[r], numbers_in(bound[r]), static_cast<int>(threads[r])});
  return all;
}

PreflightRow judge_binding(std::span<const Placement> ranks) {
  const std::string check = "binding of ranks to hardware threads";
  if (ranks.size() == 1) return {check, "one rank", "nothing to share"};
  for (std::size_t a = 0; a < ranks.size(); ++a)
    for (std::size_t b = a + 1; b < ranks.size(); ++b)
      if (share(ranks[a], ranks[b]))
        return {check, fmt::format("ranks {} and {} share some", a, b),
                "ranks may disturb each other: bind them by the launcher, where times matter"};
  return {check, "each rank has its own", "good"};
}

PreflightRow judge_crowding(std::span<const Placement> ranks, double seconds_of_sum) {
  const Crowd crowd = most_crowded(ranks);
  PreflightRow row{
      "threads on hardware threads",
      fmt::format("{} on {}; a sum takes {}", crowd.threads, crowd.processors, readable_seconds(seconds_of_sum)),
      "good"};
  if (crowd.processors == 0) row.finding = fmt::format("{} on an unknown number", crowd.threads);
  if (crowd.processors == 0 || crowd.threads <= crowd.processors) return row;
  row.verdict = seconds_of_sum < long_sum ? "too many for times that matter; ranks yield while they wait"
                                          : "too many, and ranks do not yield while they wait: use fewer, or see "
                                            "scripts/README.md, Other MPI libraries";
  return row;
}

}  // namespace minikrylov
