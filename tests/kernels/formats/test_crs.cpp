// CRS by Kokkos Kernels: products compared with plain loops and with SELL-C-σ.
#include "kernels/formats/crs.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "kernels/formats/sell.hpp"
#include "tests/kernels/products.hpp"
#include "tests/kernels/sparse_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

std::vector<double> product_of_rows(const LocalMatrix& matrix, const std::vector<double>& x, int width, RowRange rows) {
  const Vector y =
      vector_of(std::vector<double>(static_cast<std::size_t>(matrix.rows()) * width, -1.0), matrix.rows(), width);
  matrix.multiply(vector_of(x, matrix.rows(), width), y, rows);
  return to_host(y.data);
}

}  // namespace

TEST_CASE("crs products agree with plain loops for every width and range of blocks", "[crs]") {
  for (const LocalIndex rows : {1, 63, 2500}) {
    const Sample sample = random_sample(rows, 20, 9, 41);
    const auto crs = make_crs(sample.arrays());
    CHECK(crs->rows() == rows);
    CHECK(crs->columns() == rows + 20);
    CHECK(crs->row_loop() == RowLoop::of_format);
    for (const int width : {1, 2, 3, 4, 8, 16, 32}) {
      const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 42);
      const auto whole = sample.times(x, width);
      const RowBlocks blocks = RowBlocks::of(rows, width);
      for (LocalIndex first = 0; first <= blocks.count(); ++first)
        for (const LocalIndex last : {std::min(first + 1, blocks.count()), blocks.count()}) {
          if (first == last) continue;
          INFO("rows " << rows << " width " << width << " blocks " << first << " to " << last);
          auto expected = whole;
          for (LocalIndex i = 0; i < rows; ++i)
            if (i < first * blocks.block_rows || i >= last * blocks.block_rows)
              std::fill_n(expected.begin() + Offset{i} * width, width, -1.0);
          REQUIRE(product_of_rows(*crs, x, width, {blocks.begin(first), blocks.end(last - 1)}) == expected);
        }
    }
  }
}

TEST_CASE("crs and sell agree up to rounding for values that are not integers", "[crs][sell]") {
  Sample sample = random_sample(800, 33, 25, 43);
  std::mt19937 random(44);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (auto& row : sample.row)
    for (Entry& e : row) e.value = uniform(random);
  std::vector<double> x(static_cast<std::size_t>(sample.columns()) * 4);
  for (double& v : x) v = uniform(random);
  for (const int width : {1, 4}) {
    const auto a = product(*make_crs(sample.arrays()), x, width);
    for (const int chunk : sell_chunks) {
      const auto b = product(*make_sell(sample.arrays(), {0, 800}, chunk), x, width);
      double difference = 0;
      for (std::size_t i = 0; i < a.size(); ++i) difference = std::max(difference, std::abs(a[i] - b[i]));
      CHECK(difference < 25 * std::numeric_limits<double>::epsilon() * 25);
    }
  }
}

TEST_CASE("the transposed crs product agrees with the dense transpose, including ghosts", "[crs]") {
  const Sample sample = random_sample(150, 21, 12, 45);
  for (const int width : {1, 3}) {
    const auto x = random_values(static_cast<std::size_t>(150) * width, 46);
    const Vector y = vector_of(std::vector<double>(static_cast<std::size_t>(171) * width, not_a_number), 150, width);
    make_crs(sample.arrays())->multiply_transposed(vector_of(x, 150, width), y);
    CHECK(to_host(y.data) == sample.transposed_times(x, width));
  }
}

TEST_CASE("crs reports its sizes correctly", "[crs]") {
  const Sample sample = random_sample(150, 21, 12, 47);
  const auto crs = make_crs(sample.arrays());
  CHECK(crs->nonzeros() == sample.nonzeros());
  CHECK(crs->stored_entries() == sample.nonzeros());
  CHECK(crs->allocated_bytes() == 12 * sample.nonzeros() + 4 * 151);
  CHECK(make_crs(Sample{}.arrays())->rows() == 0);
}

TEST_CASE("crs refuses more nonzeros than its offsets can represent", "[crs]") {
  CrsArrays matrix = Sample{}.arrays();
  double one = 1;  // a view that claims 2³¹ elements; it is refused before anything reads them
  matrix.values = Array<double>(&one, std::size_t{1} << 31);
  CHECK_THROWS_AS(make_crs(matrix), std::invalid_argument);
}
