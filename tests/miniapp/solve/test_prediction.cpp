// Predicted times: the bytes of an iteration at the bandwidth of the memory level that holds the working set.
#include <catch2/catch_test_macros.hpp>

#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/square_samples.hpp"

namespace minikrylov::test {

TEST_CASE("times are predicted from the triad of the memory level that holds matrix and vectors") {
  const SolveOptions options = small_square({"cg"});
  const auto predicted_in = [&](const Caches& caches) { return solved(options, {}, caches).front(); };
  const SolveRecord second = predicted_in({.second = 1e8, .all = 2e8}), third = predicted_in({.second = 1, .all = 2e8}),
                    memory = predicted_in({.second = 1, .all = 2}), unknown = predicted_in({});
  CHECK(second.working_set_level == MemoryLevel::second);
  CHECK(third.working_set_level == MemoryLevel::third);
  CHECK(memory.working_set_level == MemoryLevel::memory);
  CHECK(unknown.working_set_level == MemoryLevel::memory);
  for (const SolveRecord* record : {&second, &third, &memory, &unknown}) {
    CHECK(record->working_set_bytes >= 8 * record->nonzeros + record->vector_bytes);
    REQUIRE(record->predicted_seconds_per_iteration.has_value());
    CHECK(*record->predicted_seconds_per_iteration ==
          record->bytes_per_iteration / record->working_set_bytes_per_second);
  }
  CHECK(unknown.working_set_bytes_per_second == unknown.triad_bytes_per_second);
}

}  // namespace minikrylov::test
