// Interior rows: which blocks need ghosts, and products of single blocks.
#include "kernels/schedule/interior.hpp"

#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/crs.hpp"
#include "kernels/formats/sell.hpp"
#include "tests/kernels/sparse_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Rows with their own column only, and those of `outer` with ghost 0, too.
Sample with_ghosts_in(LocalIndex rows, const std::vector<LocalIndex>& outer) {
  Sample sample{1, std::vector<std::vector<Entry>>(rows)};
  for (LocalIndex i = 0; i < rows; ++i) sample.row[i].push_back({i, 1});
  for (const LocalIndex i : outer) sample.row[i].push_back({rows, 1});
  return sample;
}

}  // namespace

TEST_CASE("a block is interior if none of its rows has a ghost", "[interior]") {
  constexpr LocalIndex rows = 5 * 1024 + 100;
  const GhostGroups groups = find_ghost_groups(with_ghosts_in(rows, {0, 2047, 2048, rows - 1}).arrays());
  const SplitBlocks one = split_blocks(groups, 1);
  CHECK(one.interior == std::vector<LocalIndex>{3, 4});
  CHECK(one.boundary == std::vector<LocalIndex>{0, 1, 2, 5});
  CHECK(one.interior_rows() == 2 * 1024);
  const SplitBlocks sixteen = split_blocks(groups, 16);  // 64 rows a block
  CHECK(sixteen.boundary == std::vector<LocalIndex>{0, 31, 32, 81});
  CHECK(sixteen.interior.size() == 82 - 4);
  CHECK(sixteen.interior_rows() == 78 * 64);
}

TEST_CASE("all blocks are interior without ghosts, none if each has one, and no rows have no blocks", "[interior]") {
  CHECK(split_blocks(find_ghost_groups(with_ghosts_in(100, {}).arrays()), 1).interior_rows() == 100);
  CHECK(split_blocks(find_ghost_groups(with_ghosts_in(100, {99}).arrays()), 1).interior.empty());
  const SplitBlocks none = split_blocks(find_ghost_groups(Sample{}.arrays()), 1);
  CHECK((none.interior.empty() && none.boundary.empty()));
}

TEST_CASE("ranges are as long as they can be", "[interior]") {
  const auto text = [](const std::vector<LocalIndex>& blocks) {
    std::string all;
    for (const BlockRange& r : ranges_of(blocks)) all += std::to_string(r.first) + "-" + std::to_string(r.last) + " ";
    return all;
  };
  CHECK(text({}).empty());
  CHECK(text({4}) == "4-5 ");
  CHECK(text({0, 1, 2, 5, 7, 8}) == "0-3 5-6 7-9 ");
}

TEST_CASE("blocks multiplied one by one give the same bits as all at once", "[interior][sell][crs]") {
  if constexpr (!on_host) return;
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
    const LocalIndex blocks = RowBlocks::of(2500, width).count();
    for (std::size_t k = 0; k < matrices.size(); ++k) {
      const Vector whole = make_vector("whole", 2500, 0, width), parts = make_vector("parts", 2500, 0, width);
      matrices[k]->multiply(x, whole, 0, blocks, nullptr);
      for (LocalIndex block = blocks; block-- > 0;) matrices[k]->multiply_block(x, parts, block, {});
      INFO("matrix " << k << " width " << width);
      REQUIRE(to_host(parts.data) == to_host(whole.data));
    }
  }
}
