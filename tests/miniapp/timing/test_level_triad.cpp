// The memory level of a working set, and its bandwidth.
#include <catch2/catch_test_macros.hpp>

#include "comm/runtime/communicator.hpp"
#include "miniapp/timing/level_triad.hpp"

namespace minikrylov {

TEST_CASE("a working set lies in the first level that holds it") {
  const Caches caches{.second = 2e6, .all = 34e6};
  CHECK(level_of(1e6, caches) == MemoryLevel::second);
  CHECK(level_of(2e6, caches) == MemoryLevel::second);
  CHECK(level_of(3e6, caches) == MemoryLevel::third);
  CHECK(level_of(35e6, caches) == MemoryLevel::memory);
  CHECK(level_of(1e3, {}) == MemoryLevel::memory);  // caches of unknown size
}

TEST_CASE("the triad of a level is measured where caches matter") {
  const Communicator ranks;
  const Caches caches{.second = 2e6, .all = 34e6};
  const LevelTriad small = level_triad(1e6, caches, 1, ranks), large = level_triad(1e9, caches, 1, ranks);
  CHECK(small.level == MemoryLevel::second);
  CHECK(small.bytes_per_second > 1e6);
  REQUIRE(small.updates.has_value());
  CHECK(*small.updates > 1e6);
  CHECK(large.level == MemoryLevel::memory);
  CHECK(large.bytes_per_second == 1);
  CHECK(!large.updates.has_value());
  CHECK(level_triad(10, {}, 7, ranks).bytes_per_second == 7);
}

}  // namespace minikrylov
