// The order in which threads go through row blocks.
#include "kernels/schedule/loop_order.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "tests/kernels/sparse_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

TEST_CASE("the bandwidth is the largest distance to a column that is no ghost", "[traversal]") {
  CHECK(find_bandwidth(banded(500, 70).arrays()) == 70);
  CHECK(find_bandwidth(banded(500, 600).arrays()) == 0);
  Sample sample = banded(100, 1);
  sample.ghosts = 50;
  sample.row[3].push_back({149, 1.0});
  sample.row[90].push_back({20, 1.0});
  CHECK(find_bandwidth(sample.arrays()) == 70);
}

namespace {

/// Which thread runs each block of a loop. A template, since a device could not run it.
template <class Thread> std::vector<Thread> threads_of(LocalIndex blocks) {
  std::vector<Thread> thread(blocks);
  if constexpr (on_host) for_blocks("who", 0, blocks, [&](LocalIndex b) { thread[b] = std::this_thread::get_id(); });
  return thread;
}

}  // namespace

TEST_CASE("shares are those of a static loop", "[traversal]") {
  for (const LocalIndex blocks : {0, 1, 7, 1000}) {
    const auto thread = threads_of<std::thread::id>(blocks);
    const std::vector<LocalIndex> ends = share_ends(blocks);
    CHECK(ends.back() == blocks);
    for (LocalIndex b = 1; on_host && b < blocks; ++b)
      CHECK((thread[b] != thread[b - 1]) == (std::find(ends.begin(), ends.end(), b) != ends.end()));
  }
}

TEST_CASE("strips have every block once, within each share, layer upon layer", "[traversal]") {
  if constexpr (on_host) {
    constexpr LocalIndex plane = 25600, rows = 20 * plane;
    CHECK(cache_blocked_order(RowBlocks::of(rows, 1), plane, 1).empty());  // a plane of x fits into a cache
    CHECK(cache_blocked_order(RowBlocks::of(rows, 16), rows, 16).empty());
    const RowBlocks blocks = RowBlocks::of(rows, 16);
    const std::vector<LocalIndex> order = cache_blocked_order(blocks, plane, 16);
    LocalIndex first = 0;
    for (const LocalIndex end : share_ends(blocks.count())) {
      std::vector<LocalIndex> share(order.begin() + first, order.begin() + end);
      CHECK(share.front() == first);
      CHECK(share[57] == first + 57);  // 7 strips of 57 or 58 blocks of 64 rows
      CHECK(share[58] == first + plane / blocks.block_rows);
      std::sort(share.begin(), share.end());
      for (LocalIndex k = 0; k < end - first; ++k) REQUIRE(share[k] == first + k);
      first = end;
    }
  }
}
