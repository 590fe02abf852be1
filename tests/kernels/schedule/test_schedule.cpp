// Schedules of products: every combination of features gives the bits of the simplest schedule and of a plain loop.
#include "kernels/schedule/block_schedule.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "kernels/formats/blocks.hpp"
#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/crs.hpp"
#include "kernels/formats/format_table.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_block.hpp"
#include "kernels/fusion/launch.hpp"
#include "kernels/schedule/loop_order.hpp"
#include "tests/kernels/block_samples.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

constexpr int dofs = 3;
constexpr LocalIndex all_points = 4200, all_rows = all_points * dofs;

/// Points coupled with those `distance` before and after them; the first and last ones, and two in the middle, also
/// have ghosts.
Sample points_with_ghosts(LocalIndex distance) {
  Sample sample = banded(all_points, distance);
  sample.ghosts = 2;
  for (const LocalIndex i : {0, 1, 2000, 2001, all_points - 1}) {
    sample.row[i].push_back({all_points, 2});
    sample.row[i].push_back({all_points + 1, -3});
  }
  return sample;
}

/// Numbers between -1 and 1 whose sums are subject to rounding.
std::vector<double> fractions(std::size_t length, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> values(length);
  for (double& v : values) v = uniform(random);
  return values;
}

/// A ring of one rank: its ghosts are copies of its own rows, as of the time they are sent.
class OwnGhosts final : public GhostExchange {
 public:
  static inline const std::vector<LocalIndex> sent{5, 6001, 6002, 9000, all_rows - 1, 7};

  OwnGhosts(const Vector& x, Waiting waiting) : x_(x), waiting_(waiting) {}
  void start() const override {
    for (const LocalIndex row : sent)
      for (int j = 0; j < x_.width; ++j) in_flight_.push_back(x_.data(Offset{row} * x_.width + j));
  }
  void poll() const override {}
  void finish() const override { std::copy(in_flight_.begin(), in_flight_.end(), x_.data.data() + x_.elements()); }
  [[nodiscard]] Waiting prepare() const override { return waiting_; }
  void exchange_alone() const override {
    start();
    finish();
  }

 private:
  Vector x_;
  Waiting waiting_;
  mutable std::vector<double> in_flight_;
};

/// Writes a block of x; nothing may read or write it before.
class WriteBlock final : public BlockTask {
 public:
  WriteBlock(const Vector& x, const std::vector<double>& values)
      : x_(x), values_(values), calls(RowBlocks::of(x.rows, x.width).count()) {}
  void run(LocalIndex number, LocalIndex begin, LocalIndex end) const override {
    ++calls[number];
    for (Offset e = Offset{begin} * x_.width; e < Offset{end} * x_.width; ++e) x_.data(e) = values_[e];
  }

 private:
  Vector x_;
  const std::vector<double>& values_;

 public:
  mutable std::vector<int> calls;
};

/// The expected results of a product, from the simplest schedule and separate loops.
struct Expected {
  std::vector<double> x, y, sums;
};

/// One kind of schedule.
struct Way {
  Hiding hiding;
  Sharing sharing;
  LocalIndex chunk_rows;
  GhostExchange::Waiting waiting;
  ChunkSizes chunk_sizes = ChunkSizes::equal;
};

constexpr Way ways[] = {
    {Hiding::nothing, Sharing::fixed, 1, GhostExchange::Waiting::polled},
    {Hiding::interior, Sharing::fixed, 1, GhostExchange::Waiting::polled},
    {Hiding::interior, Sharing::dynamic, 1, GhostExchange::Waiting::polled},
    {Hiding::interior, Sharing::dynamic, 1, GhostExchange::Waiting::alone},
    {Hiding::interior, Sharing::dynamic, 700, GhostExchange::Waiting::alone},
    {Hiding::interior, Sharing::dynamic, 5000, GhostExchange::Waiting::alone},
    {Hiding::interior, Sharing::dynamic, 100, GhostExchange::Waiting::polled, ChunkSizes::shrinking},
    {Hiding::interior, Sharing::dynamic, 4000, GhostExchange::Waiting::alone, ChunkSizes::shrinking},
    {Hiding::interior, Sharing::dynamic, 1 << 30, GhostExchange::Waiting::polled},
};

int polls = 0;

struct CountPolls final : Pollable {
  void poll() override { ++polls; }
} counter;

/// (q, p), (q, q) and r = 0.5 q, to be fused after a product q = A p.
template <Width W, class Use> void with_body(const Vector& p_data, const Vector& q_data, const Use& use) {
  const Vec<0> q(q_data, "q");
  const Vec<1> p(p_data, "p");
  const Vec<2> r(make_vector("r", all_rows, 0, p_data.width), "r");
  const auto pq = dot(q, p);
  const auto qq = dot(q, q);
  const auto half = (r = 0.5 * q);
  using Body = FusedBody<W, PreconditionerKind::identity, std::remove_const_t<decltype(pq)>,
                         std::remove_const_t<decltype(qq)>, std::remove_const_t<decltype(half)>>;
  Workspace workspace(all_rows, 0, p_data.width);
  Body body(workspace.shape({Scalars(p_data.width, 0.5)}, 0), pq, qq, half);
  body.c[0] = 0.5;
  use(body, workspace);
}

template <Width W> Expected expect(const LocalMatrix& matrix, const Sample& plain, int width) {
  Expected expected{fractions(static_cast<std::size_t>(all_rows) * width, 71), {}, {}};
  for (const LocalIndex row : OwnGhosts::sent)
    for (int j = 0; j < width; ++j) expected.x.push_back(expected.x[Offset{row} * width + j]);
  expected.y = product(matrix, expected.x, width);
  REQUIRE(expected.y == plain.times(expected.x, width));
  with_body<W>(
      vector_of(expected.x, all_rows, width), vector_of(expected.y, all_rows, width),
      [&](const auto& body, Workspace& workspace) { expected.sums = launch("apart", body, workspace, nullptr); });
  return expected;
}

/// Runs a schedule with and without a look-ahead task and fused sums, and compares.
template <Width W>
void check(const LocalMatrix& matrix, const GhostGroups& groups, const Way& way, Ahead ahead, Stores stores,
           const Expected& expected, int width) {
  BlockSchedule schedule = plan_schedule(groups, OwnGhosts::sent,
                                         {.width = width,
                                          .together = matrix.blocks_together(),
                                          .hiding = way.hiding,
                                          .sharing = way.sharing,
                                          .chunk_rows = way.chunk_rows,
                                          .chunk_sizes = way.chunk_sizes,
                                          .ahead = ahead});
  REQUIRE(schedule.interior.tiles.empty() == (way.hiding == Hiding::nothing));
  schedule.stores = stores;
  std::vector<double> unready = expected.x;
  if (ahead == Ahead::task) std::fill(unready.begin(), unready.end(), not_a_number);
  std::fill(unready.begin() + Offset{all_rows} * width, unready.end(), not_a_number);
  const Vector x = vector_of(unready, all_rows, width);
  const Vector y = vector_of(std::vector<double>(expected.y.size(), not_a_number), all_rows, width);
  const WriteBlock before(x, expected.x);
  ProgressHook hook;
  hook.begin(counter, 3);
  with_body<W>(x, y, [&](const auto& body, Workspace& workspace) {
    const FusedTask after(body, workspace, 0);
    const Around around{ahead == Ahead::task ? &before : nullptr, &after, &hook};
    run_on_host(schedule, {matrix, x, y, around}, OwnGhosts(x, way.waiting));
    REQUIRE(workspace.add_blocks(after.sums()) == expected.sums);
  });
  REQUIRE(to_host(y.data) == expected.y);
  if (ahead == Ahead::task) REQUIRE(before.calls == std::vector<int>(before.calls.size(), 1));
}

template <Width W> void check_all(const Sample& sample, const LocalMatrix& matrix, int width) {
  const Expected expected = expect<W>(matrix, sample, width);
  const GhostGroups groups = find_ghost_groups(sample.arrays());
  for (const Way& way : ways)
    for (const Ahead ahead : {Ahead::nothing, Ahead::task})
      for (const Stores stores : {Stores::cached, Stores::streamed}) {
        INFO("width " << width << ", hiding " << static_cast<int>(way.hiding) << ", sharing "
                      << static_cast<int>(way.sharing) << ", chunks of " << way.chunk_rows << ", ahead "
                      << static_cast<int>(ahead) << ", stores " << static_cast<int>(stores));
        check<W>(matrix, groups, way, ahead, stores, expected, width);
      }
}

/// The matrix in small tables and narrow columns.
std::unique_ptr<LocalMatrix> in_codes(MakeCompressed* make, const CrsArrays& arrays,
                                      const std::vector<LocalIndex>& parts) {
  CompressedMatrix made = make(arrays, parts, 8, coded::Allowed::tables, Plain::dropped);
  REQUIRE(made.shares.any_code());
  return std::move(made.matrix);
}

}  // namespace

TEST_CASE("every combination of format, width, overlap, look-ahead, fused sums and stores gives the same bits",
          "[schedule]") {
  if (!on_host) SKIP("a device has no block schedules");
  const LocalIndex distance = GENERATE(20, 1000);  // in cache; far enough for cache blocking
  const Sample sample = blown_up(points_with_ghosts(distance), dofs, 72);
  const LocalIndex bandwidth = find_bandwidth(sample.arrays());
  CHECK(CacheBlocking::of(all_rows, bandwidth, 32).pays() == (distance == 1000));
  std::vector<std::unique_ptr<LocalMatrix>> matrices;
  matrices.push_back(make_crs(sample.arrays()));
  matrices.push_back(make_sell(sample.arrays(), {0, 777, all_rows}, 8));
  matrices.push_back(make_sell_block(to_blocks(sample.arrays(), dofs), {0, 777, all_points}, 8));
  matrices.push_back(in_codes(make_coded_sell, sample.arrays(), {0, 777, all_rows}));
  matrices.push_back(in_codes(make_coded_sell_block, to_blocks(sample.arrays(), dofs), {0, 777, all_points}));
  polls = 0;
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    INFO("format " << k << ", distance " << distance);
    check_all<Width::one>(sample, *matrices[k], 1);
    for (const int width : {3, 16, 32}) check_all<Width::any>(sample, *matrices[k], width);
  }
  CHECK(polls > 0);
}

TEST_CASE("every tile is in one loop, every row block becomes ready once, sent rows early", "[schedule]") {
  const Sample sample = blown_up(points_with_ghosts(20), dofs, 73);
  const GhostGroups groups = find_ghost_groups(sample.arrays());
  for (const Way& way : ways)
    for (const int width : {1, 16}) {
      const BlockSchedule schedule = plan_schedule(groups, OwnGhosts::sent,
                                                   {.width = width,
                                                    .together = dofs,
                                                    .hiding = way.hiding,
                                                    .sharing = way.sharing,
                                                    .chunk_rows = way.chunk_rows,
                                                    .chunk_sizes = way.chunk_sizes,
                                                    .ahead = Ahead::task});
      std::vector<int> computed(schedule.tiles()), ready(schedule.blocks.count());
      for (const TileLoop* loop : {&schedule.interior, &schedule.rest}) {
        for (const LocalIndex tile : loop->tiles) ++computed[tile];
        for (const LocalIndex b : loop->ready) ++ready[b];
        REQUIRE(loop->ready_ends.size() == loop->tiles.size());
        REQUIRE((loop->piece_ends.empty() || loop->piece_ends.back() == static_cast<LocalIndex>(loop->tiles.size())));
      }
      for (const LocalIndex b : schedule.early) ++ready[b];
      CHECK(computed == std::vector<int>(computed.size(), 1));
      CHECK(ready == std::vector<int>(ready.size(), 1));
      for (const LocalIndex row : OwnGhosts::sent)
        CHECK(std::binary_search(schedule.early.begin(), schedule.early.end(), row / schedule.blocks.block_rows));
    }
}
