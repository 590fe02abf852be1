// Sweeps that run ahead of products: every block once, in time, whatever is shared out among threads and ranks.
#include "kernels/schedule/look_ahead.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/sell.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Writes a block of x, which nobody may read before.
class WriteBlock final : public BlockTask {
 public:
  WriteBlock(const Vector& x, const std::vector<double>& values)
      : x_(x), values_(values), calls(RowBlocks::of(x.rows, x.width).count()) {}
  void run(LocalIndex block, LocalIndex begin, LocalIndex end) const override {
    ++calls[block];
    for (Offset e = Offset{begin} * x_.width; e < Offset{end} * x_.width; ++e) x_.data(e) = values_[e];
  }

 private:
  Vector x_;
  const std::vector<double>& values_;

 public:
  mutable std::vector<int> calls;
};

Array<LocalIndex> rows_sent(const std::vector<LocalIndex>& rows) { return to_device(rows); }

}  // namespace

TEST_CASE("a sweep ahead of a product writes each block once, before it is read", "[led]") {
  if constexpr (on_host) {
    constexpr LocalIndex rows = 40 * 1024 + 77;
    for (const LocalIndex distance : {1, 64, 1000, 2500})
      for (const int width : {1, 3, 16}) {
        INFO("distance " << distance << ", width " << width);
        const Sample sample = banded(rows, distance);
        const auto sell = make_sell(sample.arrays(), {0, rows}, 8);
        const auto x = random_values(static_cast<std::size_t>(rows) * width, 21), expected = sample.times(x, width);
        const LookAhead look_ahead = plan_look_ahead(rows, distance, rows_sent({5, 30000, rows - 1}), width);
        REQUIRE(look_ahead.pays());
        const Vector unwritten = vector_of(std::vector<double>(x.size(), not_a_number), rows, width);
        const Vector y = vector_of(std::vector<double>(x.size(), not_a_number), rows, width);
        const WriteBlock before(unwritten, x);
        const Watch after(y, expected, look_ahead.blocks.count());
        run_early(look_ahead, before);
        for (const LocalIndex row : {5, 30000, rows - 1})
          CHECK(unwritten.data(Offset{row} * width) == x[Offset{row} * width]);
        CHECK(std::count(before.calls.begin(), before.calls.end(), 1) == static_cast<long>(look_ahead.early.size()));
        multiply_ahead(look_ahead, *sell, unwritten, y, before, &after);
        CHECK(before.calls == std::vector<int>(before.calls.size(), 1));
        CHECK(after.calls == std::vector<int>(before.calls.size(), 1));
        CHECK(after.wrong_rows == std::vector<int>(before.calls.size(), 0));
      }
  }
}

TEST_CASE("leading does not pay where most blocks are needed early", "[led]") {
  CHECK_FALSE(plan_look_ahead(10000, 1, rows_sent({1, 1030, 2060, 3100, 5000, 6200}), 1).pays());
  CHECK(plan_look_ahead(0, 0, Array<LocalIndex>(), 1).pays());
  CHECK(plan_look_ahead(1000000, 20000, Array<LocalIndex>(), 1).pays());
  CHECK_FALSE(plan_look_ahead(1000000, 20000, Array<LocalIndex>(), 16).pays());
}
