// SELL-C-σ: products for all chunk heights, windows and widths against plain loops; ranges of blocks; fused tasks.
#include "kernels/formats/sell.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <stdexcept>

#include "kernels/ordering/ordering.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double untouched = -12345.5;

/// Rows in the new order, followed by unchanged ghosts.
std::vector<double> permuted_with_ghosts(const std::vector<double>& x, const Ordering& ordering, int width) {
  const auto elements = static_cast<std::size_t>(ordering.rows()) * width;
  auto result = to_host(permute(to_device(std::vector<double>(x.begin(), x.begin() + elements)), ordering));
  result.insert(result.end(), x.begin() + elements, x.end());
  return result;
}

}  // namespace

TEST_CASE("products agree with plain loops for every chunk height, window and width", "[sell]") {
  struct Shape {
    LocalIndex rows, ghosts, longest;
  };
  for (const Shape shape : {Shape{1, 0, 1}, Shape{3, 2, 5}, Shape{64, 0, 7}, Shape{333, 40, 29}, Shape{1999, 10, 6}}) {
    const Sample sample = random_sample(shape.rows, shape.ghosts, shape.longest, 11);
    const CrsArrays matrix = sample.arrays();
    for (const LocalIndex sigma : {1, 7, 64, 1000}) {
      const Ordering ordering = sort_rows(matrix.offsets, natural_ordering(shape.rows), sigma);
      const CrsArrays ordered = permute_rows(matrix, ordering);
      for (const int chunk : sell_chunks) {
        const auto sell = make_sell(ordered, ordering.parts, chunk);
        REQUIRE(sell->rows() == shape.rows);
        REQUIRE(sell->columns() == shape.rows + shape.ghosts);
        REQUIRE(sell->nonzeros() == sample.nonzeros());
        for (const int width : {1, 2, 3, 4, 8, 11, 16, 32}) {
          INFO("rows " << shape.rows << " sigma " << sigma << " chunk " << chunk << " width " << width);
          const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 12);
          const auto y = product(*sell, permuted_with_ghosts(x, ordering, width), width);
          REQUIRE(in_old_order(y, ordering) == sample.times(x, width));
        }
      }
    }
  }
}

TEST_CASE("a product of some blocks writes only their rows", "[sell]") {
  const Sample sample = random_sample(3000, 30, 8, 13);
  for (const int chunk : sell_chunks)
    for (const int width : {1, 3, 16}) {
      const auto sell = make_sell(sample.arrays(), {0, 100, 1001, 3000}, chunk);
      const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 14);
      auto whole = sample.times(x, width);
      whole.resize(x.size(), untouched);  // room for ghosts
      const RowBlocks blocks = RowBlocks::of(3000, width);
      REQUIRE(blocks.count() >= 3);
      struct Range {
        LocalIndex first, last;
      };
      for (const Range range : {Range{0, 1}, Range{1, 2}, Range{1, blocks.count()}, Range{2, 2}}) {
        const Vector y = vector_of(std::vector<double>(whole.size(), untouched), 3000, width);
        multiply_some(*sell, vector_of(x, 3000, width), y, {blocks.begin(range.first), blocks.end(range.last - 1)});
        auto expected = whole;
        for (LocalIndex i = 0; i < 3000; ++i)
          if (i < blocks.begin(range.first) || i >= std::min(3000, range.last * blocks.block_rows))
            std::fill_n(expected.begin() + Offset{i} * width, width, untouched);
        REQUIRE(to_host(y.data) == expected);
      }
    }
}

TEST_CASE("a task after a product sees the finished rows of each block once", "[sell]") {
  const Sample sample = random_sample(5000, 7, 8, 15);
  const auto sell = make_sell(sample.arrays(), {0, 77, 3333, 5000}, 8);
  if (!on_host) SKIP("a device has no row blocks");
  for (const int width : {1, 5, 8}) {
    const auto values = random_values(static_cast<std::size_t>(sample.columns()) * width, 16);
    const auto expected = sample.times(values, width);
    const LocalIndex blocks = block_count(*sell, width);
    const Vector x = vector_of(values, 5000, width);
    const Vector y = vector_of(std::vector<double>(expected.size(), not_a_number), 5000, width);
    const Watch watch(y, expected, blocks);
    run(simplest_schedule(*sell, width), {*sell, x, y, {.after = &watch}}, NoExchange());
    CHECK(watch.calls == std::vector<int>(blocks, 1));
    CHECK(watch.wrong_rows == std::vector<int>(blocks, 0));
  }
}

TEST_CASE("the transposed product agrees with the dense transpose, including ghosts", "[sell]") {
  const Sample sample = random_sample(150, 21, 12, 17);
  for (const int chunk : sell_chunks)
    for (const int width : {1, 3}) {
      const auto sell = make_sell(sample.arrays(), {0, 45, 150}, chunk);
      const auto x = random_values(static_cast<std::size_t>(150) * width, 18);
      const Vector y = vector_of(std::vector<double>(static_cast<std::size_t>(171) * width, not_a_number), 150, width);
      sell->multiply_transposed(vector_of(x, 150, width), y);
      REQUIRE(to_host(y.data) == sample.transposed_times(x, width));
    }
}

TEST_CASE("NaNs and infinities that a row does not use do not affect it, but for rows on diagonals of others",
          "[sell]") {
  const LocalIndex rows = 130, ghosts = 9;
  const Sample sample = random_sample(rows, ghosts, 10, 19);
  for (const double poison : {not_a_number, infinity})
    for (const int chunk : sell_chunks)
      for (const LocalIndex poisoned : {LocalIndex{0}, LocalIndex{17}, rows - 1, rows, rows + ghosts - 1}) {
        auto x = random_values(rows + ghosts, 20);
        const auto clean = sample.times(x, 1);
        x[poisoned] = poison;
        const auto y = product(*make_sell(sample.arrays(), {0, rows}, chunk), x, 1);
        for (LocalIndex i = 0; i < rows; ++i) {
          const auto& row = sample.row[i];
          const bool uses = std::any_of(row.begin(), row.end(), [=](const Entry& e) { return e.column == poisoned; });
          const bool may_be_on_diagonals = row.size() < 3 && poisoned < rows;  // with more entries none of them is
          if (!uses && !may_be_on_diagonals) REQUIRE(y[i] == clean[i]);
        }
      }
}

TEST_CASE("a matrix without rows, and one without entries", "[sell]") {
  const auto nothing = make_sell(Sample{}.arrays(), {0, 0}, 8);
  CHECK(nothing->rows() == 0);
  CHECK(nothing->stored_entries() == 0);
  CHECK(product(*nothing, {}, 1).empty());
  const Sample empty_rows{2, std::vector<std::vector<Entry>>(70)};
  const auto zero = make_sell(empty_rows.arrays(), {0, 70}, 8);
  CHECK(product(*zero, random_values(72, 21), 1) == std::vector<double>(70, 0.0));
}

TEST_CASE("chunk heights without compiled kernels are refused", "[sell]") {
  for (const int chunk : {0, 1, 5, 128, -8})
    CHECK_THROWS_AS(make_sell(Sample{}.arrays(), {0, 0}, chunk), std::invalid_argument);
}
