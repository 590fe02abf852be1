// Compact columns of SELL-C-σ: regular chunks, and products with them.
#include "kernels/formats/sell_columns.hpp"

#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/sell.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// Row i has the columns i, i + 5 and i + 70, except that rows whose number ends in `broken` (if that is a digit) lack
/// i + `lacking`.
Sample diagonals(LocalIndex rows, int broken, int lacking = 5) {
  Sample sample{70, std::vector<std::vector<Entry>>(rows)};
  for (LocalIndex i = 0; i < rows; ++i)
    for (const LocalIndex distance : {0, 5, 70})
      if (distance != lacking || i % 10 != broken)
        sample.row[i].push_back({i + distance, static_cast<double>((i * 7 + distance) % 17) - 8});
  return sample;
}

constexpr int none = 10;

}  // namespace

TEST_CASE("regular chunks keep one column per diagonal", "[sell]") {
  for (const int chunk : sell_chunks) {
    const SellArrays sell = make_sell_arrays(diagonals(256, none).arrays(), {0, 256}, chunk);
    const SellColumns compact = compact_columns(sell);
    const auto columns = to_host(compact.columns);
    REQUIRE(static_cast<LocalIndex>(columns.size()) == 3 * 256 / chunk);
    for (LocalIndex c = 0; c < 256 / chunk; ++c) {
      CHECK(columns[3 * c] == c * chunk);
      CHECK(columns[3 * c + 1] == c * chunk + 5);
      CHECK(columns[3 * c + 2] == c * chunk + 70);
    }
  }
}

TEST_CASE("a gap where the diagonal stays within the rank leaves a chunk regular, others list the diagonal", "[sell]") {
  const SellArrays sell = make_sell_arrays(diagonals(250, 3, 70).arrays(), {0, 250}, 8);
  const SellColumns compact = compact_columns(sell);
  const auto begins = to_host(compact.begins);
  for (LocalIndex c = 0; c < sell.chunks(); ++c) {
    bool gap = false;
    for (LocalIndex i = 8 * c; i < 8 * c + 8; ++i) gap = gap || (i % 10 == 3 && i + 70 >= 250);
    const Offset kept = 8 * c + 8 > 250 ? 3 * 8 : (gap ? 3 + 8 : 3);
    CHECK(begins[c + 1] - begins[c] == kept);
  }
}

TEST_CASE("products with regular and irregular chunks agree with plain loops", "[sell]") {
  for (const int broken : {none, 3})
    for (const LocalIndex rows : {64, 250, 1999}) {
      const Sample sample = diagonals(rows, broken);
      for (const int chunk : sell_chunks) {
        const auto sell = make_sell(sample.arrays(), {0, rows}, chunk);
        for (const int width : {1, 2, 3, 4, 8, 16, 32}) {
          INFO("rows " << rows << " chunk " << chunk << " width " << width);
          const auto values = [&](LocalIndex count) { return static_cast<std::size_t>(count) * width; };
          const auto x = random_values(values(sample.columns()), 51);
          REQUIRE(product(*sell, x, width) == sample.times(x, width));
          const auto z = random_values(values(rows), 52);
          const Vector t = vector_of(std::vector<double>(values(sample.columns()), -1.0), rows, width);
          sell->multiply_transposed(vector_of(z, rows, width), t);
          REQUIRE(to_host(t.data) == sample.transposed_times(z, width));
        }
      }
    }
}
