// Coded SELL: products with the bits of plain SELL for every code.
#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/sell.hpp"
#include "tests/kernels/coded_samples.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;
using coded::Allowed;
using coded::ValueCoding;

namespace {

/// Three-point stencil: rows repeat but for the first and the last.
Sample stencil(LocalIndex rows) {
  Sample sample;
  sample.row.resize(static_cast<std::size_t>(rows));
  for (LocalIndex i = 0; i < rows; ++i)
    for (const LocalIndex j : {i - 1, i, i + 1})
      if (j >= 0 && j < rows) sample.row[static_cast<std::size_t>(i)].push_back({j, i == j ? 2.0 : -1.0 / 3});
  return sample;
}

}  // namespace

TEST_CASE("coded products have the bits of plain ones, in every code, height and width", "[coded]") {
  for (int kind = 0; kind < kinds; ++kind) {
    const LocalIndex reach = kind % 2 == 0 ? 40 : 1000;
    const Sample sample = with_numbers(703, reach, kind, static_cast<unsigned>(31 + kind));
    const CrsArrays matrix = sample.arrays();
    for (const int chunk : sell_chunks) {
      const auto plain = make_sell(matrix, {0, 300, 703}, chunk);
      for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
        const CompressedMatrix sell = make_coded_sell(matrix, {0, 300, 703}, chunk, allowed, Plain::dropped);
        REQUIRE(sell.plain == nullptr);
        REQUIRE(sell.plain_bytes == plain->allocated_bytes());
        REQUIRE(sell.matrix->stored_entries() == plain->stored_entries());
        REQUIRE(sell.matrix->nonzeros() == plain->nonzeros());
        for (const int width : chunk == 8 ? std::vector{1, 2, 3, 4, 8, 16, 32} : std::vector{1, 3, 8}) {
          INFO("kind " << kind << " chunk " << chunk << " width " << width);
          const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 12);
          REQUIRE(same_bits(product(*sell.matrix, x, width), product(*plain, x, width)));
        }
      }
    }
  }
}

TEST_CASE("a matrix that is coded twice has one digest, another matrix another", "[coded]") {
  const auto digest = [](int kind) {
    const Sample sample = with_numbers(1000, 100, kind, 3);
    return make_coded_sell(sample.arrays(), {0, 1000}, 8, Allowed::all, Plain::dropped).matrix->digest();
  };
  for (int kind = 0; kind < kinds; ++kind) {
    CHECK(digest(kind) == digest(kind));
    CHECK(digest(kind) != digest((kind + 1) % kinds));
  }
}

TEST_CASE("coded transposes have the bits of plain ones, in every code, height and width", "[coded]") {
  for (int kind = 0; kind < kinds; ++kind) {
    if (!on_host && !has_exact_sums(kind)) continue;  // its threads add to an element in any order
    const Sample sample = with_numbers(377, kind % 2 == 0 ? 60 : 1000, kind, 5);
    const CrsArrays matrix = sample.arrays();
    for (const int chunk : sell_chunks)
      for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
        const CompressedMatrix made = make_coded_sell(matrix, {0, 150, 377}, chunk, allowed, Plain::kept);
        for (const int width : {1, 2, 3, 4, 8, 16, 32}) {
          INFO("kind " << kind << " chunk " << chunk << " width " << width);
          const auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 7);
          REQUIRE(same_bits(transposed_product(*made.matrix, x, width), transposed_product(*made.plain, x, width)));
        }
      }
  }
}

TEST_CASE("chunks that repeat are stored once, and numbers in the narrowest code that keeps them", "[coded]") {
  const auto code = [](const Sample& sample, Allowed allowed) {
    return make_coded_sell(sample.arrays(), {0, sample.rows()}, 8, allowed, Plain::dropped);
  };
  const CompressedMatrix repeated = code(stencil(8000), Allowed::all);
  CHECK(repeated.shares.stored_chunks <= 4);
  CHECK(share_of(repeated.shares, ValueCoding::shared).chunks == 1000);
  CHECK(repeated.matrix->allocated_bytes() < 10 * 8000);
  CHECK(share_of(code(stencil(8000), Allowed::tables).shares, ValueCoding::table8).chunks == 1000);
  constexpr ValueCoding expected[] = {ValueCoding::table8,   ValueCoding::table8,   ValueCoding::table16,
                                      ValueCoding::half,     ValueCoding::bfloat16, ValueCoding::single,
                                      ValueCoding::table256, ValueCoding::sparse};
  for (int kind = 0; kind < kinds; ++kind) {
    INFO("kind " << kind);
    const CompressedMatrix sell = code(with_numbers(8000, 100, kind, 3), Allowed::all);
    CHECK(share_of(sell.shares, expected[kind]).chunks > 900);
  }
}

TEST_CASE("what is allocated is what is counted, and shares add up", "[coded]") {
  const CompressedMatrix sell =
      make_coded_sell(with_numbers(3000, 300, 6, 8).arrays(), {0, 3000}, 16, Allowed::all, Plain::kept);
  Offset chunks = 0, entries = 0, bytes = 0;
  for (const auto& share : sell.shares.values) chunks += share.chunks, entries += share.count, bytes += share.bytes;
  for (const auto& share : sell.shares.columns) bytes += share.bytes;
  CHECK(entries == sell.matrix->stored_entries());
  CHECK(sell.plain_bytes == sell.plain->allocated_bytes());
  CHECK(bytes < sell.matrix->allocated_bytes());
  CHECK(sell.matrix->allocated_bytes() - bytes ==
        8 * 256 + 24 * sell.shares.stored_chunks + 4 * (2 * chunks + 1) + 4 * (3000 / 64 + 2));
}
