// Interior rows: blocks that need no ghosts, and products of single blocks.
#include "kernels/schedule/block_schedule.hpp"

#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/crs.hpp"
#include "kernels/formats/sell.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Rows with only their own column; those in `outer` also have ghost 0.
Sample with_ghosts_in(LocalIndex rows, const std::vector<LocalIndex>& outer) {
  Sample sample{1, std::vector<std::vector<Entry>>(rows)};
  for (LocalIndex i = 0; i < rows; ++i) sample.row[i].push_back({i, 1});
  for (const LocalIndex i : outer) sample.row[i].push_back({rows, 1});
  return sample;
}

/// The tiles computed while ghosts are in flight, and those that wait for them.
BlockSchedule split(const Sample& sample, int width) {
  return plan_schedule(find_ghost_groups(sample.arrays()), {}, {.width = width, .hiding = Hiding::interior});
}

}  // namespace

TEST_CASE("a block is interior if none of its rows has a ghost", "[interior]") {
  constexpr LocalIndex rows = 5 * 1024 + 100;
  const Sample sample = with_ghosts_in(rows, {0, 2047, 2048, rows - 1});
  const BlockSchedule one = split(sample, 1);
  CHECK(one.interior.tiles == std::vector<LocalIndex>{3, 4});
  CHECK(one.rest.tiles == std::vector<LocalIndex>{0, 1, 2, 5});
  CHECK(one.interior_rows() == 2 * 1024);
  const BlockSchedule sixteen = split(sample, 16);  // 64 rows per block
  CHECK(sixteen.rest.tiles == std::vector<LocalIndex>{0, 31, 32, 81});
  CHECK(sixteen.interior.tiles.size() == 82 - 4);
  CHECK(sixteen.interior_rows() == 78 * 64);
}

TEST_CASE("all blocks are interior without ghosts, none if each has one; no rows, no blocks", "[interior]") {
  CHECK(split(with_ghosts_in(100, {}), 1).interior_rows() == 100);
  CHECK(split(with_ghosts_in(100, {99}), 1).interior.tiles.empty());
  const BlockSchedule empty = split(Sample{}, 1);
  CHECK((empty.interior.tiles.empty() && empty.rest.tiles.empty()));
}

TEST_CASE("ranges of rows are as long as possible", "[interior]") {
  const BlockSchedule schedule = split(with_ghosts_in(9 * 1024 + 5, {3 * 1024, 6 * 1024, 6 * 1024 + 9}), 1);
  const auto text = [](const std::vector<RowRange>& ranges) {
    std::string all;
    for (const RowRange& r : ranges) all += std::to_string(r.begin) + "-" + std::to_string(r.end) + " ";
    return all;
  };
  CHECK(text(schedule.interior.ranges) == "0-3072 4096-6144 7168-9221 ");
  CHECK(text(schedule.rest.ranges) == "3072-4096 6144-7168 ");
}

TEST_CASE("blocks multiplied one by one give the same bits as all at once", "[interior][sell][crs]") {
  if (!on_host) SKIP("a device has no row blocks");
  Sample sample = random_sample(2500, 20, 9, 51);
  std::mt19937 random(52);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (auto& row : sample.row)
    for (Entry& e : row) e.value = uniform(random);
  std::vector<std::unique_ptr<LocalMatrix>> matrices;
  matrices.push_back(make_crs(sample.arrays()));
  for (const int chunk : sell_chunks) matrices.push_back(make_sell(sample.arrays(), {0, 2500}, chunk));
  for (const int width : {1, 2, 3, 4, 8, 11, 16, 32}) {
    std::vector<double> values(static_cast<std::size_t>(sample.columns()) * width);
    for (double& v : values) v = uniform(random);
    const Vector x = vector_of(values, 2500, width);
    const RowBlocks blocks = RowBlocks::of(2500, width);
    for (std::size_t k = 0; k < matrices.size(); ++k) {
      const Vector parts = make_vector("parts", 2500, 0, width);
      for (LocalIndex block = blocks.count(); block-- > 0;)
        matrices[k]->multiply_rows(x, {blocks.begin(block), blocks.end(block)},
                                   {.rows = parts.data.data() + Offset{blocks.begin(block)} * width});
      INFO("matrix " << k << " width " << width);
      REQUIRE(to_host(parts.data) == product(*matrices[k], values, width));
    }
  }
}
