// Codes of chunks: decoders give back every bit of what was coded.
#include <catch2/catch_test_macros.hpp>

#include "kernels/core/register_table.hpp"
#include "kernels/formats/coded/decoders.hpp"
#include "kernels/formats/coded_sell/chunk_pieces.hpp"
#include "kernels/formats/sell.hpp"
#include "tests/kernels/coded_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;
using coded::Allowed;

namespace {

/// A matrix of chunks as plain arrays: each with the given columns and numbers.
SellArrays arrays_of(int chunk, int block, const std::vector<LocalIndex>& lengths,
                     const std::vector<LocalIndex>& columns, const std::vector<double>& values) {
  SellArrays sell;
  const auto chunks = static_cast<LocalIndex>(lengths.size());
  sell.rows = sell.column_count = chunks * chunk;
  sell.chunk = chunk;
  sell.block = block;
  std::vector<LocalIndex> first_rows, groups;
  std::vector<Offset> offsets{0};
  for (LocalIndex c = 0; c <= chunks; ++c) first_rows.push_back(c * chunk);
  for (const LocalIndex length : lengths) offsets.push_back(offsets.back() + Offset{length} * chunk);
  sell.first_rows = to_device(first_rows);
  sell.group_chunks = to_device(std::vector<LocalIndex>{0, chunks});
  sell.offsets = to_device(offsets);
  sell.columns = to_device(columns);
  sell.values = to_device(values);
  return sell;
}

/// Chunks of random lengths, whose numbers are of one kind in each, and whose columns are of one width.
SellArrays random_chunks(int chunk, int block, int count, Draw& draw) {
  std::vector<LocalIndex> lengths, columns;
  std::vector<double> values;
  const LocalIndex rows = chunk * count;
  for (int c = 0; c < count; ++c) {
    const int kind = static_cast<int>(draw() % kinds);
    const auto width = std::uint64_t{1} << draw() % 31;
    const auto begin = values.size();
    lengths.push_back(static_cast<LocalIndex>(draw() % 40));
    for (LocalIndex k = 0; k < lengths.back(); ++k) {
      const bool regular = draw() % 2 == 0;
      const auto first = static_cast<LocalIndex>(draw() % width);
      for (int row = 0; row < chunk; ++row) {
        columns.push_back(regular ? first % rows + row : static_cast<LocalIndex>(draw() % width));
      }
      for (int n = 0; n < block * block * chunk; ++n) values.push_back(draw_special(draw, kind));
    }
    if (c > 0 && draw() % 4 == 0 && lengths[lengths.size() - 2] == lengths.back())  // a chunk repeats
      std::copy_n(values.end() - 2 * static_cast<std::ptrdiff_t>(values.size() - begin), values.size() - begin,
                  values.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  return arrays_of(chunk, block, lengths, columns, values);
}

/// Numbers and columns that do not come back as they were.
template <int C> Offset wrong_entries(const SellArrays& sell, const coded::CodedChunks& chunks) {
  const coded::Chunks a = chunks.pointers();
  const Offset block = Offset{sell.block} * sell.block;
  Offset wrong = 0;
  for (LocalIndex c = 0; c < chunks.chunk_count(); ++c) {
    const coded::StoredChunk& chunk = a.chunks[a.stored[c]];
    const Offset begin = sell.offsets(c);
    coded::with_values<C>(a, chunk, [&](const auto& values) {
      for (Offset n = 0; n < chunk.length * block; ++n)
        for (int row = 0; row < C; ++row)
          if (Kokkos::bit_cast<Bits>(values(n, row)) !=
              Kokkos::bit_cast<Bits>(sell.values(begin * block + n * C + row)))
            ++wrong;
    });
    coded::with_columns<C>(a, chunk, [&](const auto& columns) {
      for (Offset k = 0; k < chunk.length; ++k)
        for (int row = 0; row < C; ++row)
          if (sell.first_rows(c) + columns(k, row) != sell.columns(begin + k * C + row)) ++wrong;
    });
  }
  return wrong;
}

}  // namespace

TEST_CASE("a table in registers gives what a table in memory gives", "[coded]") {
  Draw draw(1);
  std::vector<double> table(16), found(8), expected(8);
  std::uint32_t words[8];
  for (int trial = 0; trial < 1000; ++trial) {
    for (double& number : table) number = Kokkos::bit_cast<double>(draw() & 0x7fefffffffffffffU);
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(draw());
    for (const int shift : {0, 3, 8, 27, 28}) {
      look_up<8>(words, shift, table.data(), found.data());
      look_up_in_turn<8>(words, shift, table.data(), expected.data());
      REQUIRE(same_bits(found, expected));
      look_up<16>(words, shift, table.data(), found.data());
      look_up_in_turn<16>(words, shift, table.data(), expected.data());
      REQUIRE(same_bits(found, expected));
    }
  }
}

TEST_CASE("whether any chunk is in a code is known of its shares") {
  coded::Shares shares;
  shares.stored_chunks = 3;
  coded::Share &doubles = shares.values[static_cast<std::size_t>(coded::ValueCoding::full)],
               &listed = shares.columns[static_cast<std::size_t>(coded::ColumnCoding::listed)];
  doubles.chunks = listed.chunks = 3;
  CHECK_FALSE(shares.any_code());
  listed.chunks = 2;
  CHECK(shares.any_code());
  listed.chunks = doubles.chunks = 4;  // one repeats another
  CHECK(shares.any_code());
}

TEST_CASE("encoding, then decoding gives back every bit and every column", "[coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  Draw draw(std::random_device{}() % 1000);
  for (int trial = 0; trial < 10; ++trial)
    for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow})
      for (const int block : {1, 2, 3}) {
        const SellArrays sell = random_chunks(8, block, 400 / block, draw);
        REQUIRE(wrong_entries<8>(sell, coded::encode(sell, allowed)) == 0);
        const SellArrays high = random_chunks(64, block, 50 / block, draw);
        REQUIRE(wrong_entries<64>(high, coded::encode(high, allowed)) == 0);
      }
}

TEST_CASE("encoding, then decoding a million chunks gives back every bit", "[.long][coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  Draw draw(7);
  for (int trial = 0; trial < 500; ++trial) {
    const int block = trial % 10 != 0 ? 1 : 2 + trial / 10 % 2;
    with_chunk(sell_chunks[trial % 3], [&]<int C>(std::integral_constant<int, C>) {
      const SellArrays sell = random_chunks(C, block, 2000, draw);
      REQUIRE(wrong_entries<C>(sell, coded::encode(sell, Allowed::all)) == 0);
    });
  }
}
