// Tiles that follow one another are multiplied together, up to a number of elements and between polls.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <mutex>

#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Notes which rows are multiplied at a time.
class NotedRows final : public LocalMatrix {
 public:
  explicit NotedRows(LocalIndex rows) : rows_(rows) {}

  [[nodiscard]] LocalIndex rows() const override { return rows_; }
  [[nodiscard]] LocalIndex columns() const override { return rows_; }
  [[nodiscard]] Offset nonzeros() const override { return 0; }
  [[nodiscard]] Offset stored_entries() const override { return 0; }
  [[nodiscard]] Offset allocated_bytes() const override { return 0; }
  [[nodiscard]] std::uint64_t digest() const override { return 0; }
  [[nodiscard]] RowLoop row_loop() const override { return RowLoop::of_schedule; }
  void multiply(const Vector&, const Vector&, RowRange) const override {}
  void multiply_transposed(const Vector&, const Vector&) const override {}
  void multiply_rows(const Vector&, RowRange rows, const ResultRows&) const override {
    const std::lock_guard lock(mutex_);
    noted_.push_back(rows);
  }

  /// Ascending.
  [[nodiscard]] std::vector<RowRange> noted() const {
    std::sort(noted_.begin(), noted_.end(), [](const RowRange& a, const RowRange& b) { return a.begin < b.begin; });
    return noted_;
  }

 private:
  LocalIndex rows_;
  mutable std::mutex mutex_;
  mutable std::vector<RowRange> noted_;
};

constexpr LocalIndex row_count = 400 * 1024 + 100;

BlockSchedule schedule_of(int width, Offset together) {
  Tuning tuning;
  tuning.together_elements = together;
  return plan_schedule(any_groups(row_count), {}, {.width = width, .tuning = tuning});
}

/// The rows that are multiplied at a time by a schedule.
std::vector<RowRange> multiplied(const BlockSchedule& schedule, int width, ProgressHook* hook = nullptr) {
  const NotedRows matrix(row_count);
  const Vector v = make_vector("v", row_count, 0, width, 0);
  run_on_host(schedule, {matrix, v, v, {.progress = hook}}, NoExchange());
  return matrix.noted();
}

/// Requires that each row is multiplied once; returns the largest number of rows at a time.
LocalIndex most_rows(const std::vector<RowRange>& ranges) {
  LocalIndex next = 0, most = 0;
  for (const RowRange& rows : ranges) {
    REQUIRE(rows.begin == next);
    next = rows.end;
    most = std::max(most, rows.end - rows.begin);
  }
  REQUIRE(next == row_count);
  return most;
}

}  // namespace

TEST_CASE("tiles that follow one another are multiplied together, as many elements as is tuned", "[schedule]") {
  if (!on_host) SKIP("a device has no tiles");
  CHECK(most_rows(multiplied(schedule_of(1, 1), 1)) == 1024);
  CHECK(most_rows(multiplied(schedule_of(1, 4096), 1)) == 4096);
  CHECK(most_rows(multiplied(schedule_of(4, 4096), 4)) == 1024);
  CHECK(most_rows(multiplied(schedule_of(1, Offset{1} << 40), 1)) ==
        std::min<Offset>(most_together_elements, row_count));
}

TEST_CASE("tiles in another order are multiplied one by one", "[schedule]") {
  if (!on_host) SKIP("a device has no tiles");
  BlockSchedule schedule = schedule_of(1, most_together_elements);
  std::reverse(schedule.rest.tiles.begin(), schedule.rest.tiles.end());
  CHECK(most_rows(multiplied(schedule, 1)) == 1024);
}

TEST_CASE("no more tiles are multiplied together than there are between two polls", "[schedule]") {
  if (!on_host) SKIP("a device has no tiles");
  class Nothing final : public Pollable {
    void poll() override {}
  } nothing;
  ProgressHook hook;
  const LocalIndex tiles_per_thread = 401 / host_threads();
  for (const int asked : {1, 4, 100}) {
    hook.begin(nothing, asked);
    const LocalIndex apart = std::max<LocalIndex>(1, tiles_per_thread / (asked + 1));
    const LocalIndex most = most_rows(multiplied(schedule_of(1, most_together_elements), 1, &hook));
    CHECK(most == 1024 * std::min<LocalIndex>(apart, most_together_elements / 1024));
  }
}
