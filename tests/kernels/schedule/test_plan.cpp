// Planning a schedule: in which order tiles are computed, and whether look-ahead pays.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <numeric>

#include "kernels/schedule/block_schedule.hpp"

using namespace minikrylov;

namespace {

/// The rows of each piece of an interior that threads take as they become idle.
std::vector<LocalIndex> rows_taken(LocalIndex rows, LocalIndex chunk_rows, ChunkSizes sizes) {
  const GhostGroups groups{rows, std::vector<char>((rows + 63) / 64, 0), 1};
  const ScheduleNeeds needs{
      .hiding = Hiding::interior, .sharing = Sharing::dynamic, .chunk_rows = chunk_rows, .chunk_sizes = sizes};
  const BlockSchedule schedule = plan_schedule(groups, {}, needs);
  std::vector<LocalIndex> taken;
  LocalIndex tile = 0;
  for (const LocalIndex end : schedule.interior.piece_ends) {
    const LocalIndex first = schedule.rows_of(schedule.interior.tiles[tile]).begin;
    taken.push_back(schedule.rows_of(schedule.interior.tiles[end - 1]).end - first);
    tile = end;
  }
  return taken;
}

}  // namespace

TEST_CASE("cache blocking reorders tiles within each thread's share", "[schedule]") {
  if (!on_host) SKIP("a device has no loop order");
  constexpr LocalIndex plane = 25600, all = 20 * plane;
  const GhostGroups groups{all, std::vector<char>(all / 64, 0), plane};
  const TileLoop loop = plan_schedule(groups, {}, {.width = 16}).rest;
  REQUIRE(static_cast<LocalIndex>(loop.piece_ends.size()) == host_threads());
  for (LocalIndex t = 0; t < host_threads(); ++t) {
    const LocalIndex first = t == 0 ? 0 : loop.piece_ends[t - 1], end = loop.piece_ends[t];
    std::vector<LocalIndex> share(loop.tiles.begin() + first, loop.tiles.begin() + end);
    if (t == 0) CHECK(share[30] == 30);  // 13 parts of 30 or 31 blocks of 64 rows
    if (t == 0) CHECK(share[31] == plane / 64);
    std::sort(share.begin(), share.end());
    for (LocalIndex k = 0; k < end - first; ++k) REQUIRE(share[k] == first + k);
  }
}

TEST_CASE("look-ahead does not pay if most blocks are needed early or evicted from cache before they are needed",
          "[schedule]") {
  const auto pays = [](LocalIndex count, LocalIndex bandwidth, const std::vector<LocalIndex>& sent, int width) {
    const GhostGroups groups{count, std::vector<char>((count + 63) / 64, 0), bandwidth};
    return plan_schedule(groups, sent, {.width = width, .ahead = Ahead::task}).ahead_pays;
  };
  CHECK_FALSE(pays(10000, 1, {1, 1030, 2060, 3100, 5000, 6200}, 1));
  CHECK(pays(0, 0, {}, 1));
  CHECK(pays(1000000, 20000, {}, 1));
  CHECK_FALSE(pays(1000000, 20000, {}, 16));
}

TEST_CASE("threads take chunks as large as asked for, or of guided overlap shrinking shares of what is left",
          "[schedule]") {
  if (!on_host) SKIP("a device computes all interior rows at once");
  constexpr LocalIndex chunks = 100;
  for (const auto& [asked, rounded] : {std::pair<LocalIndex, LocalIndex>{100, 128}, {200, 256}, {700, 704}}) {
    INFO("chunks of " << asked);
    const LocalIndex rows = chunks * rounded;
    CHECK(rows_taken(rows, asked, ChunkSizes::equal) == std::vector<LocalIndex>(chunks, rounded));
    const std::vector<LocalIndex> guided = rows_taken(rows, asked, ChunkSizes::shrinking);
    CHECK(guided.front() == rows / 64 / host_threads() * 64);
    CHECK(guided.size() < chunks);
    CHECK(std::is_sorted(guided.rbegin(), guided.rend()));
    for (std::size_t k = 0; k + 1 < guided.size(); ++k) CHECK(guided[k] >= rounded);
    CHECK(std::accumulate(guided.begin(), guided.end(), LocalIndex{0}) == rows);
  }
}
