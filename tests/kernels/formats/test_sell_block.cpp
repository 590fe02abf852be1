// SELL-C-σ of blocks: products for all blocks, chunk heights and widths against plain loops with single rows.
#include "kernels/formats/sell_block.hpp"

#include <catch2/catch_test_macros.hpp>
#include <stdexcept>

#include "kernels/formats/sell.hpp"
#include "tests/kernels/block_samples.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

constexpr double unwritten = -12345.5;

std::unique_ptr<LocalMatrix> make(const Sample& sample, int block, const std::vector<LocalIndex>& parts, int chunk) {
  return make_sell_block(to_blocks(sample.arrays(), block), parts_of_points(parts, block), chunk);
}

/// A line of points coupled with their neighbours: all chunks but the last are regular.
Sample line_of_points(LocalIndex points) {
  Sample line{0, std::vector<std::vector<Entry>>(points)};
  for (LocalIndex i = 0; i < points; ++i)
    for (LocalIndex j = std::max(0, i - 1); j <= std::min(points - 1, i + 1); ++j) line.row[i].push_back({j, 1});
  return line;
}

}  // namespace

TEST_CASE("blocks are collected from single rows, or the matrix is refused", "[blocks]") {
  const Sample points = random_sample(50, 7, 6, 31);
  const CrsArrays blocks = to_blocks(blown_up(points, 3, 32).arrays(), 3);
  CHECK(blocks.rows == 50);
  CHECK(blocks.column_count == 57);
  CHECK(blocks.nonzeros() == 9 * points.nonzeros());
  CHECK(to_host(blocks.columns) == to_host(points.arrays().columns));
  CHECK(to_host(blocks.offsets) == to_host(points.arrays().offsets));
  Sample broken = blown_up(points, 3, 32);
  CHECK_THROWS_AS(to_blocks(broken.arrays(), 4), std::invalid_argument);
  broken.row[5].push_back({30, 1.0});
  CHECK_THROWS_AS(to_blocks(broken.arrays(), 3), std::invalid_argument);
  const Sample shifted{0, {{{0, 1.0}, {1, 1.0}}, {{0, 1.0}, {1, 1.0}}, {{1, 1.0}, {2, 1.0}}, {{1, 1.0}, {2, 1.0}}}};
  CHECK_THROWS_AS(to_blocks(shifted.arrays(), 2), std::invalid_argument);
  CHECK_THROWS_AS(make(blown_up(points, 1, 33), 1, {0, 50}, 8), std::invalid_argument);
}

TEST_CASE("an ordering of points keeps their rows together", "[blocks]") {
  const Ordering points = make_ordering({2, 0, 3, 1}, {0, 1, 4});
  const Ordering rows = ordering_of_rows(points, 2);
  CHECK(to_host(rows.old_of_new) == std::vector<LocalIndex>{4, 5, 0, 1, 6, 7, 2, 3});
  CHECK(to_host(rows.new_of_old) == std::vector<LocalIndex>{2, 3, 6, 7, 0, 1, 4, 5});
  CHECK(rows.parts == std::vector<LocalIndex>{0, 2, 8});
  CHECK(parts_of_points(rows.parts, 2) == points.parts);
  CHECK(ordering_of_rows(natural_ordering(5), 3).is_identity());
}

TEST_CASE("products of blocks agree with plain loops for every block, chunk height and width", "[blocks]") {
  for (const int block : block_sizes)
    for (const Sample& points :
         {random_sample(1, 0, 1, 34), random_sample(333, 40, 11, 35), random_sample(700, 3, 5, 36), line_of_points(90)})
      for (const int chunk : sell_chunks) {
        const Sample sample = blown_up(points, block, 37);
        const LocalIndex middle = points.rows() / 3 * block;
        const auto matrix = make(sample, block, {0, middle, sample.rows()}, chunk);
        REQUIRE(matrix->rows() == sample.rows());
        REQUIRE(matrix->columns() == sample.columns());
        REQUIRE(matrix->nonzeros() == sample.nonzeros());
        for (const int width : {1, 2, 3, 4, 8, 11, 16, 32}) {
          INFO("block " << block << " rows " << sample.rows() << " chunk " << chunk << " width " << width);
          const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 38);
          REQUIRE(product(*matrix, x, width) == sample.times(x, width));
        }
      }
}

TEST_CASE("a product of some tiles, which are whole groups of points, writes only their rows", "[blocks]") {
  for (const int block : block_sizes) {
    const Sample sample = blown_up(random_sample(1500, 30, 5, 39), block, 40);
    for (const int width : {1, 3, 16}) {
      const auto matrix = make(sample, block, {0, 99 * block, sample.rows()}, 8);
      const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 41);
      auto whole = sample.times(x, width);
      whole.resize(x.size(), unwritten);  // room for ghosts
      REQUIRE(matrix->blocks_together() == block);
      const BlockSchedule schedule = simplest_schedule(*matrix, width);
      for (LocalIndex first = 0; first < std::min(schedule.tiles(), 5); ++first)
        for (const LocalIndex last : {first, schedule.tiles() - 1}) {
          const RowRange rows{schedule.rows_of(first).begin, schedule.rows_of(last).end};
          CHECK(rows.begin % (64 * block) == 0);
          INFO("block " << block << ", width " << width << ", " << first << " to " << last);
          const Vector y = vector_of(std::vector<double>(whole.size(), unwritten), sample.rows(), width);
          multiply_some(*matrix, vector_of(x, sample.rows(), width), y, rows);
          auto expected = whole;
          for (LocalIndex i = 0; i < sample.rows(); ++i)
            if (i < rows.begin || i >= rows.end) std::fill_n(expected.begin() + Offset{i} * width, width, unwritten);
          REQUIRE(to_host(y.data) == expected);
        }
    }
  }
}

TEST_CASE("a task after a product sees the finished rows of each block once, even if points straddle blocks",
          "[blocks]") {
  const Sample sample = blown_up(random_sample(2500, 7, 5, 42), 3, 43);
  const auto matrix = make(sample, 3, {0, sample.rows()}, 8);
  if (!on_host) SKIP("a device has no row blocks");
  for (const int width : {1, 5, 8}) {
    const auto values = random_values(static_cast<std::size_t>(sample.columns()) * width, 44);
    const auto expected = sample.times(values, width);
    const LocalIndex blocks = block_count(*matrix, width);
    const Vector x = vector_of(values, sample.rows(), width);
    const Vector y = vector_of(std::vector<double>(expected.size(), not_a_number), sample.rows(), width);
    const Watch watch(y, expected, blocks);
    run(simplest_schedule(*matrix, width), {*matrix, x, y, {.after = &watch}}, NoExchange());
    CHECK(watch.calls == std::vector<int>(blocks, 1));
    CHECK(watch.wrong_rows == std::vector<int>(blocks, 0));
  }
}

TEST_CASE("the transposed product of blocks agrees with the dense transpose, including ghosts", "[blocks]") {
  for (const int block : block_sizes)
    for (const int width : {1, 3}) {
      const Sample sample = blown_up(random_sample(60, 9, 7, 45), block, 46);
      const auto matrix = make(sample, block, {0, 20 * block, sample.rows()}, 16);
      const auto x = random_values(static_cast<std::size_t>(sample.rows()) * width, 47);
      const auto elements = static_cast<std::size_t>(sample.columns()) * width;
      const Vector y = vector_of(std::vector<double>(elements, not_a_number), sample.rows(), width);
      matrix->multiply_transposed(vector_of(x, sample.rows(), width), y);
      REQUIRE(to_host(y.data) == sample.transposed_times(x, width));
    }
}

TEST_CASE("blocks move hardly anything but values", "[blocks]") {
  const Sample points = random_sample(3000, 0, 30, 48);
  const Sample sample = blown_up(points, 3, 49);
  const auto blocks = make(sample, 3, {0, sample.rows()}, 4),
             scalar = make_sell(sample.arrays(), {0, sample.rows()}, 4);
  const auto per_entry = [](const LocalMatrix& m) {
    return static_cast<double>(m.allocated_bytes()) / static_cast<double>(m.stored_entries());
  };
  CHECK(per_entry(*scalar) > 11.5);
  CHECK(per_entry(*blocks) < 8 + 4.0 / 9 + 0.1);
}
