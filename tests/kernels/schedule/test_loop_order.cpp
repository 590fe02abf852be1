// Loop order: bandwidth and cache blocking.
#include "kernels/schedule/loop_order.hpp"

#include <catch2/catch_test_macros.hpp>
#include "tests/kernels/grid_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

TEST_CASE("the layer of a grid is the distance to its farthest neighbours' centre", "[loop-order]") {
  if (!on_host) SKIP("schedules are for hosts");
  CHECK(find_layer(star_sample(16, 12, 30).arrays()) == 16 * 12);
  CHECK(find_layer(cube_sample(10, 12, 14).arrays()) == 10 * 12);
  CHECK(find_layer(star_sample(20, 30, 1).arrays()) == 20);
  CHECK(find_layer(Sample{}.arrays()) == 0);
}

TEST_CASE("the bandwidth is the maximum distance to a column, ghosts excluded", "[loop-order]") {
  CHECK(find_bandwidth(banded(500, 70).arrays()) == 70);
  CHECK(find_bandwidth(banded(500, 600).arrays()) == 0);
  Sample sample = banded(100, 1);
  sample.ghosts = 50;
  sample.row[3].push_back({149, 1.0});
  sample.row[90].push_back({20, 1.0});
  CHECK(find_bandwidth(sample.arrays()) == 70);
}

TEST_CASE("cache blocking pays if a layer of x exceeds the cache, and takes one part of all layers first",
          "[loop-order]") {
  if (!on_host) SKIP("a device has no loop order");
  constexpr LocalIndex plane = 25600, rows = 20 * plane;
  CHECK_FALSE(CacheBlocking::of(rows, plane, 1).pays());  // a plane of x fits in cache
  CHECK_FALSE(CacheBlocking::of(rows, rows, 16).pays());
  const CacheBlocking blocking = CacheBlocking::of(rows, plane, 16);
  REQUIRE(blocking.pays());
  CHECK(blocking.part_rows == 1970);  // a thirteenth
  CHECK(blocking.precedes(0, 64));
  CHECK(blocking.precedes(1969, plane));
  CHECK(blocking.precedes(19 * plane, 1970));
  CHECK(blocking.precedes(plane - 1, 2 * plane - 1));
  CHECK_FALSE(blocking.precedes(1970, plane));
  CHECK_FALSE(blocking.precedes(7, 7));
}
