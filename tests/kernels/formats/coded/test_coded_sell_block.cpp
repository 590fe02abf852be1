// Coded SELL of blocks: products with the bits of plain ones for every code.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "kernels/formats/blocks.hpp"
#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/formats/sell_block.hpp"
#include "tests/kernels/block_samples.hpp"
#include "tests/kernels/coded_samples.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;
using coded::Allowed;
using coded::ValueCoding;

namespace {

/// Blocks whose numbers `number` draws of one kind, and whose columns reach `reach` points to either side.
CrsArrays blocks_of(LocalIndex points, int block, LocalIndex reach, int kind, unsigned seed,
                    double (*number)(Draw&, int) = draw_special) {
  const Sample sample = with_numbers(points, reach, 1, seed);
  CrsArrays blocks = sample.arrays();
  Draw draw(seed);
  std::vector<double> values(static_cast<std::size_t>(blocks.columns.extent(0)) * block * block);
  for (double& value : values) do
      value = number(draw, kind);
    while (!std::isfinite(value));  // the bits of sums of several not-a-numbers are up to the compiler
  blocks.block = block;
  blocks.values = to_device(values);
  return blocks;
}

std::vector<double> random_x(const CrsArrays& points, int width, unsigned seed) {
  return random_values(static_cast<std::size_t>(points.column_count) * points.block * width, seed);
}

}  // namespace

TEST_CASE("coded products of blocks have the bits of plain ones, in every code, block, height and width", "[coded]") {
  for (int kind = 0; kind < kinds; ++kind)
    for (const int block : block_sizes) {
      const CrsArrays points = blocks_of(403, block, kind % 2 == 0 ? 40 : 1000, kind, static_cast<unsigned>(61 + kind));
      for (const int chunk : sell_chunks) {
        const auto plain = make_sell_block(points, {0, 170, 403}, chunk);
        for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
          const CompressedMatrix made = make_coded_sell_block(points, {0, 170, 403}, chunk, allowed, Plain::dropped);
          REQUIRE(made.plain_bytes == plain->allocated_bytes());
          REQUIRE(made.matrix->rows() == plain->rows());
          REQUIRE(made.matrix->columns() == plain->columns());
          REQUIRE(made.matrix->stored_entries() == plain->stored_entries());
          REQUIRE(made.matrix->nonzeros() == plain->nonzeros());
          REQUIRE(made.matrix->blocks_together() == block);
          if (kind == kinds - 1 && allowed == Allowed::all)  // rows are padded
            REQUIRE(share_of(made.shares, ValueCoding::sparse).chunks > 0);
          for (const int width : chunk == 8 ? std::vector{1, 2, 3, 4, 8, 16, 32} : std::vector{1, 3, 16}) {
            INFO("kind " << kind << " block " << block << " chunk " << chunk << " width " << width);
            const auto x = random_x(points, width, 62);
            REQUIRE(same_bits(product(*made.matrix, x, width), product(*plain, x, width)));
          }
        }
      }
    }
}

TEST_CASE("coded transposes of blocks have the bits of plain ones, in every code, block, height and width", "[coded]") {
  for (int kind = 0; kind < kinds; ++kind)
    for (const int block : block_sizes) {
      // The threads of a device add to an element in any order: sums have to be exact, which those of specials are not.
      if (!on_host && !has_exact_sums(kind)) continue;
      const CrsArrays points =
          blocks_of(157, block, kind % 2 == 0 ? 60 : 1000, kind, 63, on_host ? draw_special : draw_number);
      for (const int chunk : sell_chunks)
        for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
          const CompressedMatrix made = make_coded_sell_block(points, {0, 70, 157}, chunk, allowed, Plain::kept);
          for (const int width : chunk == 8 ? std::vector{1, 2, 3, 4, 8, 16, 32} : std::vector{1, 3, 16}) {
            INFO("kind " << kind << " block " << block << " chunk " << chunk << " width " << width);
            const auto x = random_x(points, width, 64);
            REQUIRE(same_bits(transposed_product(*made.matrix, x, width), transposed_product(*made.plain, x, width)));
          }
        }
    }
}

TEST_CASE("chunks of blocks that repeat are stored once", "[coded]") {
  Sample line;  // three neighbours, and the same blocks for all points
  for (LocalIndex i = 0; i < 4000; ++i) {
    line.row.emplace_back();
    for (LocalIndex j = std::max(0, i - 1); j <= std::min(3999, i + 1); ++j) line.row.back().push_back({j, 1});
  }
  CrsArrays points = line.arrays();
  std::vector<double> values;
  for (LocalIndex e = 0; e < points.columns.extent_int(0); ++e)
    for (int n = 0; n < 9; ++n) values.push_back(0.1 * n);
  points.block = 3;
  points.values = to_device(values);
  const CompressedMatrix made = make_coded_sell_block(points, {0, 4000}, 8, Allowed::all, Plain::dropped);
  CHECK(made.shares.stored_chunks <= 4);
  CHECK(share_of(made.shares, ValueCoding::shared).chunks == 500);
  CHECK(made.matrix->allocated_bytes() < 10 * 4000);
  const CompressedMatrix tables = make_coded_sell_block(points, {0, 4000}, 8, Allowed::tables, Plain::dropped);
  CHECK(share_of(tables.shares, ValueCoding::table16).chunks == 500);
}
