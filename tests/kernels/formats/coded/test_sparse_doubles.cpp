// Doubles among zeros: how many zeros it takes, what they cost, and that products cannot tell them from plain ones.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "kernels/core/register_table.hpp"
#include "kernels/formats/coded/compressed.hpp"
#include "kernels/formats/sell.hpp"
#include "tests/kernels/formats/coded/chunk_samples.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;
using coded::Allowed;
using coded::ValueCoding;

namespace {

constexpr int in_no_format = kinds - 1;  // numbers of 53 bits; more than a table holds are in no code but doubles

/// Numbers `zeros` of which are +0, at any places.
std::vector<double> shuffled_with_zeros(std::size_t count, std::size_t zeros) {
  Draw draw(static_cast<unsigned>(zeros));
  std::vector<double> values(count);
  for (std::size_t e = zeros; e < count; ++e) values[e] = draw_number(draw, in_no_format);
  std::shuffle(values.begin(), values.end(), draw);
  return values;
}

/// Some rows are zero, the last one is, all rows are for some k, and the others are what codes lose easily.
std::vector<double> specials_among_zeros(int chunk, LocalIndex length) {
  Draw draw(9);
  std::vector<double> values;
  for (LocalIndex k = 0; k < length; ++k)
    for (int row = 0; row < chunk; ++row)
      values.push_back(row == chunk - 1 || row % 4 == 1 || k % 5 == 3 ? 0.0 : draw_special(draw, in_no_format));
  return values;
}

/// Chunks of so many rows and `length` entries per row; all columns are 0.
SellArrays chunks_with(int chunk, LocalIndex length, const std::vector<double>& values) {
  const auto count = values.size() / static_cast<std::size_t>(length * chunk);
  return arrays_of(chunk, 1, std::vector<LocalIndex>(count, length), std::vector<LocalIndex>(values.size()), values);
}

coded::Shares shares_in(const SellArrays& sell, Allowed allowed) { return coded::encode(sell, allowed).shares; }

/// What begins of each k and which rows have a number take.
Offset bytes_each(int chunk) { return chunk <= 16 ? 4 : chunk == 32 ? 8 : 16; }

/// Rows of any length, with numbers in no narrower code.
Sample padded_sample(LocalIndex rows, LocalIndex reach) { return with_numbers(rows, reach, in_no_format, 17); }

}  // namespace

TEST_CASE("numbers are put between zeros in registers as they are one by one", "[coded]") {
  Draw draw(3);
  for (int rows = 0; rows < 256; ++rows) {
    std::vector<double> packed, expected;  // no longer than what may be read
    for (int i = 0; i < 8; ++i) {
      expected.push_back(0);
      if ((rows >> i & 1) == 0) continue;
      expected.back() = draw_special(draw, in_no_format);
      packed.push_back(expected.back());
    }
    std::vector<double> found(8, -1.0), found_in_turn(8, -1.0);
    expand(packed.data(), static_cast<std::uint8_t>(rows), found.data());
    expand_in_turn(packed.data(), static_cast<std::uint8_t>(rows), found_in_turn.data());
    REQUIRE(same_bits(found, expected));
    REQUIRE(same_bits(found_in_turn, expected));
  }
}

TEST_CASE("doubles are sparse where a quarter or more are +0, and take a bit for each and where they begin",
          "[coded]") {
  constexpr std::size_t count = 1024;
  for (const int chunk : sell_chunks)
    for (const std::size_t zeros : {std::size_t{0}, count / 4 - 1, count / 4, std::size_t{700}}) {
      INFO("chunks of " << chunk << " rows, " << zeros << " zeros");
      const LocalIndex length = static_cast<LocalIndex>(count) / chunk;
      std::vector<double> values = shuffled_with_zeros(count, zeros);
      const SellArrays sell = chunks_with(chunk, length, values);
      const coded::Shares shares = shares_in(sell, Allowed::all);
      const auto& share = share_of(shares, zeros < count / 4 ? ValueCoding::full : ValueCoding::sparse);
      CHECK(share.chunks == 1);
      const auto others = static_cast<Offset>(count - zeros);
      const Offset bytes = zeros < count / 4 ? static_cast<Offset>(8 * count) : 8 * others + bytes_each(chunk) * length;
      CHECK(share.bytes == (bytes + 31) / 32 * 32);
      CHECK(share.bytes <= static_cast<Offset>(8 * count));
      for (const Allowed allowed : {Allowed::tables, Allowed::narrow})
        CHECK(share_of(shares_in(sell, allowed), ValueCoding::full).chunks == 1);
      std::replace(values.begin(), values.end(), 0.0, -0.0);
      CHECK(share_of(shares_in(chunks_with(chunk, length, values), Allowed::all), ValueCoding::full).chunks == 1);
    }
}

TEST_CASE("short chunks are sparse only if they are smaller then", "[coded]") {
  std::vector<double> values = shuffled_with_zeros(1600, 0);
  for (std::size_t e = 0; e < values.size(); e += 4) values[e] = 0;
  const coded::Shares low = shares_in(chunks_with(4, 1, values), Allowed::all);  // to leave it out takes what it saves
  CHECK(share_of(low, ValueCoding::sparse).chunks == 0);
  CHECK(share_of(low, ValueCoding::full).chunks > 200);
  for (const LocalIndex length : {1, 2, 5}) {
    INFO("length " << length);
    const auto count = static_cast<std::size_t>(length) * 8 * 100;
    const auto share = share_of(shares_in(chunks_with(8, length, shuffled_with_zeros(count, count / 2)), Allowed::all),
                                ValueCoding::sparse);
    CHECK(share.chunks > 50);
    CHECK(share.bytes <= share.count * 8);
  }
}

TEST_CASE("specials among zeros come back with every bit, in chunks of any height up to the longest", "[coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  for (const int height : sell_chunks)
    with_chunk(height, [&]<int C>(std::integral_constant<int, C>) {
      constexpr auto longest = static_cast<LocalIndex>(coded::max_numbers_decoded(1) / C);
      for (const LocalIndex length : {longest - 1, longest, longest + 1}) {
        INFO("chunks of " << C << " rows, " << length << " entries each");
        const SellArrays sell = chunks_with(C, length, specials_among_zeros(C, length));
        const coded::CodedChunks coded = coded::encode(sell, Allowed::all);
        CHECK(share_of(coded.shares, ValueCoding::sparse).chunks == (length <= longest ? 1 : 0));
        CHECK(wrong_entries<C>(sell, coded) == 0);
      }
    });
}

TEST_CASE("products with sparse doubles have the bits of plain ones, of infinite numbers, too", "[coded]") {
  for (const LocalIndex reach : {40, 1000}) {
    const Sample sample = padded_sample(703, reach);
    for (const int chunk : sell_chunks) {
      const CompressedMatrix made = make_coded_sell(sample.arrays(), {0, 300, 703}, chunk, Allowed::all, Plain::kept);
      CHECK(share_of(made.shares, ValueCoding::sparse).chunks > 0);
      CHECK(made.matrix->allocated_bytes() < made.plain->allocated_bytes());
      for (const int width : {1, 3, 16}) {
        INFO("reach " << reach << " chunk " << chunk << " width " << width);
        auto x = random_values(static_cast<std::size_t>(sample.columns()) * width, 18);
        REQUIRE(same_bits(product(*made.matrix, x, width), product(*made.plain, x, width)));
        for (std::size_t e = 0; e < x.size(); e += 37) x[e] = std::numeric_limits<double>::infinity();
        REQUIRE(same_bits(product(*made.matrix, x, width), product(*made.plain, x, width)));
        if (on_host)  // the threads of a device add to an element in any order
          REQUIRE(same_bits(transposed_product(*made.matrix, x, width), transposed_product(*made.plain, x, width)));
      }
    }
  }
}

TEST_CASE("compressed crs, which has no padding, stays in doubles", "[coded]") {
  const CompressedMatrix made = make_coded_crs(padded_sample(703, 40).arrays(), {}, 0, Allowed::all, Plain::dropped);
  CHECK(share_of(made.shares, ValueCoding::sparse).chunks == 0);
  CHECK(share_of(made.shares, ValueCoding::full).chunks > 40);
}
