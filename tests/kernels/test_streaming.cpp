// Products that store past the caches: the same bits in y, and in the rows that what is attached to them reads.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/crs.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/fusion/launch.hpp"
#include "kernels/schedule/block_loops.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Compares what stands beside the product with what should be in it.
class WatchRows final : public BlockTask {
 public:
  WatchRows(const std::vector<double>& expected, int width, LocalIndex blocks)
      : expected_(expected), width_(width), calls(blocks), wrong(blocks) {}
  void run(LocalIndex block, LocalIndex, LocalIndex) const override { ++wrong[block]; }
  void run_behind(LocalIndex block, LocalIndex begin, LocalIndex end, double* rows) const override {
    ++calls[block];
    if (!std::equal(rows, rows + Offset{end - begin} * width_, expected_.begin() + Offset{begin} * width_))
      ++wrong[block];
  }
  [[nodiscard]] bool takes_rows() const override { return true; }

 private:
  const std::vector<double>& expected_;
  int width_;

 public:
  mutable std::vector<int> calls, wrong;
};

}  // namespace

TEST_CASE("streaming copies all elements, and no others, whatever their number and place", "[streaming]") {
  std::vector<double> from(40);
  for (std::size_t e = 0; e < from.size(); ++e) from[e] = 1.5 + static_cast<double>(e);
  for (const Offset shift : {0, 1, 2, 3})
    for (Offset count = 0; count <= 33; ++count) {
      std::vector<double> to(40, -1.0), expected = to;
      std::copy_n(from.begin() + 2, count, expected.begin() + shift);
      stream(from.data() + 2, count, to.data() + shift);
      finish_streaming();
      REQUIRE(to == expected);
    }
}

TEST_CASE("a streamed product has the same rows in y and beside it, for every chunk height and width", "[streaming]") {
  if constexpr (on_host) {
    const Sample sample = random_sample(2500, 7, 8, 61);
    for (const int chunk : sell_chunks) {
      const auto sell = make_sell(sample.arrays(), {0, 77, 1333, 2500}, chunk);
      REQUIRE(sell->streams());
      for (const int width : {1, 2, 3, 5, 8, 11, 16, 32}) {
        INFO("chunk " << chunk << ", width " << width);
        const auto values = random_values(static_cast<std::size_t>(sample.columns()) * width, 62);
        const auto expected = sample.times(values, width);
        const Vector x = vector_of(values, 2500, width);
        const Vector y = vector_of(std::vector<double>(expected.size(), not_a_number), 2500, width);
        const LocalIndex blocks = block_count(*sell, width);
        const WatchRows after(expected, width, blocks);
        for_blocks("streamed", 0, blocks,
                   MultiplyBlock{*sell, x, y, &after, RowBlocks::of(2500, width), Stores::streamed});
        REQUIRE(to_host(y.data) == expected);
        REQUIRE(after.calls == std::vector<int>(blocks, 1));
        REQUIRE(after.wrong == std::vector<int>(blocks, 0));
      }
    }
  }
}

TEST_CASE("what the caches of all threads cannot keep is streamed, and nothing else", "[streaming]") {
  if constexpr (on_host) {
    const auto threads = Kokkos::DefaultHostExecutionSpace().concurrency();
    const auto rows = static_cast<LocalIndex>(streamed_bytes / 8 / 32 * threads);
    const Sample sample = random_sample(rows, 0, 2, 63);
    const auto sell = make_sell(sample.arrays(), {0, rows}, 8), crs = make_crs(sample.arrays());
    const Vector x = make_vector("x", rows, 0, 32), narrow = make_vector("narrow", rows, 0, 31);
    CHECK(MultiplyBlock{*sell, x, x, nullptr}.stores == Stores::streamed);
    CHECK(MultiplyBlock{*sell, narrow, narrow, nullptr}.stores == Stores::cached);
    CHECK(MultiplyBlock{*crs, x, x, nullptr}.stores == Stores::cached);
    CHECK(stores_of(32 * rows, 1) == Stores::cached);
  }
}

TEST_CASE("what follows a product reads its rows beside y unless it changes them, and names another vector",
          "[streaming]") {
  if constexpr (on_host) {
    const Vec<0> q(make_vector("q", 64, 0, 8), "q");
    const Vec<1> r(make_vector("r", 64, 0, 8), "r");
    Workspace workspace(64, 0, 8);
    const FusedShape shape = workspace.shape({2.0}, 0);
    const auto task_of = [&](const auto& s) {
      using Statement = std::remove_cvref_t<decltype(s)>;
      return FusedTask(FusedBody<Width::any, PreconditionerKind::identity, Statement>(shape, s), workspace, 0);
    };
    const auto sum = task_of(dot(q, r));
    const auto norm = task_of(dot(q, q));
    const auto fill = task_of(r = 2.0 * q);
    const auto change = task_of(q = q - 2.0 * r);
    CHECK((sum.takes_rows() && norm.takes_rows() && fill.takes_rows()));
    CHECK_FALSE(change.takes_rows());
    CHECK(sum.companion() == r.vector().data.data());
    CHECK(change.companion() == r.vector().data.data());
    CHECK((norm.companion() == nullptr && fill.companion() == nullptr));
  }
}
