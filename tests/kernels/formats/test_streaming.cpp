// Products with streaming stores: the same bits in y and in the copy of its rows for fused tasks.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/crs.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_block.hpp"
#include "kernels/fusion/launch.hpp"
#include "tests/kernels/block_samples.hpp"
#include "tests/kernels/grid_samples.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Compares a product's rows, or the copy of them, with the expected rows.
class WatchRows final : public BlockTask {
 public:
  WatchRows(const Vector& y, const std::vector<double>& expected, LocalIndex blocks)
      : y_(y), expected_(expected), calls(blocks), copies(blocks), wrong(blocks) {}
  void run(LocalIndex block, LocalIndex, LocalIndex) const override { ++wrong[block]; }
  void run_behind(LocalIndex block, LocalIndex begin, LocalIndex end, double* rows) const override {
    ++calls[block];
    if (rows != nullptr) ++copies[block];
    const Offset first = Offset{begin} * y_.width, count = Offset{end - begin} * y_.width;
    const double* const found = rows != nullptr ? rows : y_.data.data() + first;
    if (!std::equal(found, found + count, expected_.begin() + first)) ++wrong[block];
  }
  [[nodiscard]] bool takes_rows() const override { return true; }

 private:
  Vector y_;
  const std::vector<double>& expected_;

 public:
  mutable std::vector<int> calls, copies, wrong;  // one element per block, so threads do not race
};

}  // namespace

TEST_CASE("streaming copies exactly the given elements, whatever their number and alignment", "[streaming]") {
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

TEST_CASE("a streamed product has the same rows in y and in their copy, in every format and width", "[streaming]") {
  if (!on_host) SKIP("a device has no streaming stores");
  const Sample sample = blown_up(random_sample(840, 7, 8, 61), 3, 60);
  std::vector<std::unique_ptr<LocalMatrix>> matrices;
  matrices.push_back(make_crs(sample.arrays()));
  for (const int chunk : sell_chunks) {
    matrices.push_back(make_sell(sample.arrays(), {0, 77, 1333, sample.rows()}, chunk));
    matrices.push_back(make_sell_block(to_blocks(sample.arrays(), 3), {0, 77, 840}, chunk));
  }
  for (const int width : {1, 2, 3, 5, 8, 11, 16, 32}) {
    const auto values = random_values(static_cast<std::size_t>(sample.columns()) * width, 62);
    const auto expected = sample.times(values, width);
    const Vector x = vector_of(values, sample.rows(), width);
    for (std::size_t k = 0; k < matrices.size(); ++k) {
      INFO("matrix " << k << ", width " << width);
      const Vector y = vector_of(std::vector<double>(expected.size(), not_a_number), sample.rows(), width);
      const LocalIndex blocks = block_count(*matrices[k], width);
      const WatchRows after(y, expected, blocks);
      BlockSchedule schedule = simplest_schedule(*matrices[k], width);
      schedule.stores = Stores::streamed;
      run_on_host(schedule, {*matrices[k], x, y, {.after = &after}}, NoExchange());
      REQUIRE(to_host(y.data) == expected);
      REQUIRE(after.calls == std::vector<int>(blocks, 1));
      // One right-hand side is streamed by those that have its rows in registers.
      const bool streams = width > 1 || matrices[k]->finishing(width) == Finishing::in_registers;
      REQUIRE(after.copies == std::vector<int>(blocks, streams ? 1 : 0));
      REQUIRE(after.wrong == std::vector<int>(blocks, 0));
    }
  }
}

TEST_CASE("a product of one right-hand side without a task streams its rows, also those of cut chunks, and no more",
          "[streaming]") {
  if (!on_host) SKIP("a device has no streaming stores");
  const Sample sample = GENERATE(star_sample(23, 11, 10), star_sample(16, 16, 10), random_sample(2533, 7, 8, 63));
  const std::vector<LocalIndex> parts{0, 77, 1333, sample.rows()};
  std::vector<std::unique_ptr<LocalMatrix>> matrices;
  for (const int chunk : sell_chunks) {
    matrices.push_back(make_sell(sample.arrays(), parts, chunk));
    matrices.push_back(make_coded_sell(sample.arrays(), parts, chunk, coded::Allowed::all, Plain::dropped).matrix);
  }
  const auto values = random_values(static_cast<std::size_t>(sample.columns()), 64);
  const auto expected = sample.times(values, 1);
  const Vector x = vector_of(values, sample.rows(), 1);
  for (std::size_t k = 0; k < matrices.size(); ++k)
    for (const Offset shift : {0, 1, 2, 3}) {  // registers at any address
      INFO("matrix " << k << ", from element " << shift << " on");
      constexpr Offset guards = 8;
      const std::size_t begin = guards + shift, end = begin + expected.size();
      std::vector<double> room(end + guards, -1.0), wanted = room;
      std::copy(expected.begin(), expected.end(), wanted.begin() + begin);
      const Array<double> all("y", room.size());
      Kokkos::deep_copy(all, -1.0);
      Vector y = x;
      y.data = Kokkos::subview(all, std::make_pair(begin, end));
      BlockSchedule schedule = simplest_schedule(*matrices[k], 1);
      schedule.stores = Stores::streamed;
      run_on_host(schedule, {*matrices[k], x, y, {}}, NoExchange());
      REQUIRE(to_host(all) == wanted);
    }
}

TEST_CASE("vectors are streamed only if the caches of all threads cannot hold them, where that is possible",
          "[streaming]") {
  const auto rows = static_cast<LocalIndex>(Tuning{}.streamed_bytes / 8 / 32 * host_threads());
  const auto stores = [&](LocalIndex count, int width) {
    return plan_schedule(any_groups(count), {}, {.width = width}).stores;
  };
  CHECK(stores(rows, 32) == (can_stream ? Stores::streamed : Stores::cached));
  CHECK(stores(rows, 31) == Stores::cached);
  CHECK(stores(32 * rows, 1) == stores(rows, 32));
  CHECK(stores(32 * rows - host_threads(), 1) == Stores::cached);
  Tuning never_of_one;
  never_of_one.streamed_bytes_of_one = Offset{1} << 40;
  CHECK(plan_schedule(any_groups(32 * rows), {}, {.width = 1, .tuning = never_of_one}).stores == Stores::cached);
  CHECK(exceeds_caches(rows, 32, {}));
  CHECK_FALSE(exceeds_caches(rows, 31, {}));
}

TEST_CASE("a task after a product reads the copy of its rows unless it changes them, and has a companion",
          "[streaming]") {
  if (!on_host) SKIP("a device has no row blocks");
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
