// First touch: memory is first touched in assembly by the threads that use it later.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <thread>
#include <vector>

#include "kernels/core/row_blocks.hpp"
#include "problems/for_rows.hpp"

namespace minikrylov {

TEST_CASE("a thread assembles the rows that it gets in kernels") {
  const LocalIndex rows = GENERATE(1, 63, 1024, 1025, 5000, 100'003), threads = GENERATE(1, 2, 3, 7, 64);
  const RowBlocks blocks = RowBlocks::of(rows, 1);
  REQUIRE(rows_taken_together == blocks.block_rows);
  LocalIndex sum = 0;
  for (LocalIndex t = 0; t < threads; ++t) {
    const LocalIndex first = share_begin(blocks.count(), t, threads),
                     last = share_begin(blocks.count(), t + 1, threads);
    REQUIRE(first_row_of(t, threads, rows) == std::min(rows, blocks.begin(first)));
    REQUIRE(first_row_of(t + 1, threads, rows) == std::min(rows, blocks.begin(last)));
    sum += first_row_of(t + 1, threads, rows) - first_row_of(t, threads, rows);
  }
  REQUIRE(sum == rows);
}

TEST_CASE("each row is visited once, by the thread whose share it is in") {
  if constexpr (on_host) {
    const LocalIndex rows = 10'000, threads = Exec().concurrency();
    std::vector<int> visits(rows);
    std::vector<std::thread::id> visitor(rows);
    for_rows("visit", rows, [&visits, &visitor](LocalIndex row) {
      ++visits[row];
      visitor[row] = std::this_thread::get_id();
    });
    REQUIRE(visits == std::vector<int>(rows, 1));
    for (LocalIndex t = 0; t < threads; ++t)
      for (LocalIndex row = first_row_of(t, threads, rows); row < first_row_of(t + 1, threads, rows); ++row)
        REQUIRE(visitor[row] == visitor[first_row_of(t, threads, rows)]);
  } else {
    SKIP("a device has no shares");
  }
}

}  // namespace minikrylov
