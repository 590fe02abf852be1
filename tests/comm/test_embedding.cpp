// Routes through an allreduce, planned for any number of ranks.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "comm/embedded/embedding.hpp"

using namespace minikrylov;

namespace {

/// Rank r sends (r + 3 s) mod 5 values to rank s.
std::vector<Flow> all_to_all(int ranks) {
  std::vector<Flow> flows;
  for (int r = 0; r < ranks; ++r)
    for (int s = 0; s < ranks; ++s)
      if (r != s && (r + 3 * s) % 5 > 0) flows.push_back({r, s, (r + 3 * s) % 5});
  return flows;
}

/// Neighbours on a ring with randomly numbered ranks.
std::vector<Flow> shuffled_ring(int ranks) {
  std::vector<int> number(ranks);
  std::iota(number.begin(), number.end(), 0);
  std::shuffle(number.begin(), number.end(), std::mt19937(11));
  std::vector<Flow> flows;
  for (int k = 0; k < ranks; ++k)
    for (const int other : {(k + 1) % ranks, (k + ranks - 1) % ranks})
      if (other != k) flows.push_back({number[k], number[other], 10});
  std::sort(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) {
    return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
  });
  return flows;
}

std::vector<int> shuffled_positions(int ranks) {
  std::vector<int> positions(ranks);
  std::iota(positions.begin(), positions.end(), 0);
  std::shuffle(positions.begin(), positions.end(), std::mt19937(5));
  return positions;
}

/// Executes the plans of all ranks step by step; a value is its source, destination and number. Returns the ghosts of
/// each rank, and counts the values it sends.
struct Simulated {
  using Value = std::array<std::int64_t, 3>;
  std::vector<std::vector<Value>> ghosts;
  std::vector<std::int64_t> sent;
};

Simulated simulate(int ranks, const std::vector<Flow>& flows, const std::vector<int>& positions) {
  std::vector<EmbeddedPlan> plans;
  std::vector<std::vector<Simulated::Value>> slots(ranks);
  for (int r = 0; r < ranks; ++r) plans.push_back(make_embedded_plan({ranks}, flows, positions, r));
  for (const Flow& flow : flows)
    for (std::int64_t k = 0; k < flow.values; ++k)
      slots[flow.source].push_back(Simulated::Value{flow.source, flow.destination, k});
  Simulated result{{}, std::vector<std::int64_t>(ranks, 0)};
  for (int step = 0; step < ExchangePattern{ranks}.steps(); ++step) {
    std::vector<std::vector<Simulated::Value>> messages(ranks);
    std::vector<int> from(ranks, -1);
    for (int r = 0; r < ranks; ++r) {
      const EmbeddedStep& todo = plans[r].steps[step];
      CHECK(from[todo.sends_to] == -1);
      from[todo.sends_to] = r;
      for (const std::int32_t slot : todo.sent) messages[todo.sends_to].push_back(slots[r].at(slot));
      result.sent[r] += static_cast<std::int64_t>(todo.sent.size());
    }
    for (int r = 0; r < ranks; ++r) {
      CHECK(from[r] == plans[r].steps[step].receives_from);
      CHECK(messages[r].size() == static_cast<std::size_t>(plans[r].steps[step].received));
      slots[r].insert(slots[r].end(), messages[r].begin(), messages[r].end());
    }
  }
  for (int r = 0; r < ranks; ++r) {
    CHECK(plans[r].slots == static_cast<std::int32_t>(slots[r].size()));
    std::vector<Simulated::Value>& ghosts = result.ghosts.emplace_back();
    for (const std::int32_t slot : plans[r].ghost_slots) ghosts.push_back(slots[r].at(slot));
  }
  return result;
}

int log2_rounded_up(int ranks) { return static_cast<int>(std::ceil(std::log2(ranks))); }

}  // namespace

TEST_CASE("every value arrives in ⌈log₂ P⌉ steps, for any number of ranks and any mapping") {
  for (const int ranks : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 21, 32}) {
    CAPTURE(ranks);
    CHECK(ExchangePattern{ranks}.steps() == log2_rounded_up(ranks));
    const std::vector<Flow> flows = all_to_all(ranks);
    for (const std::vector<int>& positions : {map_ranks(Mapping::none, {ranks}, flows), shuffled_positions(ranks)}) {
      const Simulated simulated = simulate(ranks, flows, positions);
      for (int r = 0; r < ranks; ++r) {
        std::vector<Simulated::Value> expected;
        for (const Flow& flow : flows)
          for (std::int64_t k = 0; flow.destination == r && k < flow.values; ++k)
            expected.push_back(Simulated::Value{flow.source, flow.destination, k});
        CHECK(simulated.ghosts[r] == expected);
      }
      CHECK(volume_by_rank({ranks}, flows, positions) == simulated.sent);
      CHECK(total_volume({ranks}, flows, positions) ==
            std::accumulate(simulated.sent.begin(), simulated.sent.end(), std::int64_t{0}));
    }
  }
}

TEST_CASE("the paper's example: of 8 ranks, 1 sends to 0, 2, 4 and 6; values for 6 pass through 0 and 2") {
  const std::vector<Flow> flows{{1, 0, 1}, {1, 2, 1}, {1, 4, 1}, {1, 6, 1}};
  const std::vector<int> positions = map_ranks(Mapping::none, {8}, flows);
  CHECK(volume_by_rank({8}, flows, positions) == std::vector<std::int64_t>{3, 4, 1, 0, 0, 0, 0, 0});
  const EmbeddedPlan first = make_embedded_plan({8}, flows, positions, 1);
  CHECK(first.steps[0].sends_to == 0);
  CHECK(first.steps[0].sent.size() == 4);
  CHECK(first.steps[1].sent.empty());
  CHECK(make_embedded_plan({8}, flows, positions, 2).steps[2].sends_to == 6);
}

TEST_CASE("mappings are permutations that reduce forwarding, and KLF is no worse than none") {
  for (const int ranks : {2, 3, 8, 9, 16, 24, 64}) {
    CAPTURE(ranks);
    const std::vector<Flow> flows = shuffled_ring(ranks);
    const std::int64_t before = total_volume({ranks}, flows, map_ranks(Mapping::none, {ranks}, flows));
    for (const Mapping mapping : {Mapping::klf, Mapping::klr}) {
      std::vector<int> positions = map_ranks(mapping, {ranks}, flows);
      const std::int64_t after = total_volume({ranks}, flows, positions);
      CHECK(after <= before);
      if (ranks >= 16) CHECK(after < 0.8 * static_cast<double>(before));
      CHECK(positions == map_ranks(mapping, {ranks}, flows));
      std::sort(positions.begin(), positions.end());
      for (int r = 0; r < ranks; ++r) CHECK(positions[r] == r);
    }
  }
}

TEST_CASE("KLF finds pairs: ranks with a single partner end up next to it") {
  constexpr int ranks = 16;
  std::vector<Flow> flows;
  for (int r = 0; r < ranks; ++r) flows.push_back({r, ranks - 1 - r, 7});
  CHECK(total_volume({ranks}, flows, map_ranks(Mapping::none, {ranks}, flows)) == 4 * 7 * ranks);
  CHECK(total_volume({ranks}, flows, map_ranks(Mapping::klf, {ranks}, flows)) == 7 * ranks);
}
