// Codes of chunks: decoders give back every bit of what was coded.
#include <catch2/catch_test_macros.hpp>

#include "kernels/core/arrays.hpp"
#include "kernels/core/register_table.hpp"
#include "kernels/formats/sell.hpp"
#include "tests/kernels/formats/coded/chunk_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;
using coded::Allowed;
using coded::ColumnCoding;
using coded::ValueCoding;

namespace {

Offset chunks_in(const coded::CodedChunks& coded, ColumnCoding coding) {
  return coded.shares.columns[static_cast<std::size_t>(coding)].chunks;
}

/// Frees memory that is not zero, which those will mostly get that allocate such arrays next.
void dirty_memory() {
  std::vector<Array<unsigned char>> arrays;
  for (int k = 0; k < 16; ++k) {
    arrays.push_back(allocate<unsigned char>("dirty", 32));
    Kokkos::deep_copy(arrays.back(), static_cast<unsigned char>(0xff));
  }
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

TEST_CASE("a number at the border of a format, anywhere in a chunk, decides for the narrowest that has it", "[coded]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const struct {
    double number;
    ValueCoding coding;
  } borders[] = {
      {0.0, ValueCoding::bfloat16},           {-0.0, ValueCoding::bfloat16},     {0x1.fep127, ValueCoding::bfloat16},
      {-infinity, ValueCoding::bfloat16},     {0x1p-133, ValueCoding::bfloat16}, {0x1p-24, ValueCoding::bfloat16},
      {0x1.ffcp15, ValueCoding::half},        {0x1.01p-16, ValueCoding::half},   {0x1.01p16, ValueCoding::single},
      {0x1.01p-17, ValueCoding::single},      {0x1.ffep15, ValueCoding::single}, {0x1p-134, ValueCoding::single},
      {-0x1.fffffep127, ValueCoding::single}, {0x1p-149, ValueCoding::single},   {0x1.ffffffp127, ValueCoding::full},
      {0x1p128, ValueCoding::full},           {0x1p-150, ValueCoding::full},     {0x1p-1074, ValueCoding::full},
      {1.0 / 3, ValueCoding::full},           {0x1.0000001p0, ValueCoding::full}};
  for (const auto& border : borders)
    for (const std::size_t place : {0, 63, 64, 159}) {
      INFO("number " << border.number << " at " << place);
      std::vector<double> values(160, 1.0);
      values[place] = border.number;
      CHECK(share_of(coded::encode(diagonal_chunks({20}, values), Allowed::narrow).shares, border.coding).chunks == 1);
    }
}

TEST_CASE("places in a table are by how often numbers occur", "[coded]") {
  std::vector<LocalIndex> lengths;
  std::vector<double> values;
  for (int number = 0; number < 17; ++number) {
    lengths.push_back(40 - number);
    values.insert(values.end(), 8 * static_cast<std::size_t>(lengths.back()), number / 3.0);
  }
  const auto shares = coded::encode(diagonal_chunks(lengths, values), Allowed::tables).shares;
  CHECK(share_of(shares, ValueCoding::table8).count == 8 * (40 + 39 + 38 + 37 + 36 + 35 + 34 + 33));
  CHECK(share_of(shares, ValueCoding::table16).count == 8 * (32 + 31 + 30 + 29 + 28 + 27 + 26 + 25));
  CHECK(share_of(shares, ValueCoding::table256).count == 8 * 24);
}

TEST_CASE("columns are in the narrowest code that has the widest difference of a row of entries", "[coded]") {
  const auto code = [](LocalIndex of_third_row, LocalIndex of_sixth_row) {
    std::vector<LocalIndex> columns{0, 1, 2, 3, 4, 5, 6, 7, 70000, 70001, 70002, 70003, 70004, 70005, 70006, 70007};
    columns[8 + 2] = of_third_row;
    columns[8 + 5] = of_sixth_row;
    return coded::encode(arrays_of(8, 1, {2}, columns, std::vector<double>(16, 1.0)), Allowed::all);
  };
  CHECK(chunks_in(code(70002, 70005), ColumnCoding::consecutive) == 1);
  CHECK(chunks_in(code(70002, 70002), ColumnCoding::listed8) == 1);
  CHECK(chunks_in(code(69999, 69999 + 255), ColumnCoding::listed8) == 1);
  CHECK(chunks_in(code(69999, 69999 + 256), ColumnCoding::listed16) == 1);
  CHECK(chunks_in(code(69999 + 65535, 69999), ColumnCoding::listed16) == 1);
  CHECK(chunks_in(code(69999 + 65536, 69999), ColumnCoding::listed) == 1);
}

TEST_CASE("what codes leave of their room is zero, whatever was in memory before", "[coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  const auto check = [](const Array<unsigned char>& room, std::size_t used) {
    REQUIRE(room.extent(0) == 32);
    for (std::size_t e = used; e < 32; ++e) CHECK(room(e) == 0);
  };
  std::vector<double> values(8, 1.0);
  const auto coded = [&](Allowed allowed) {
    const SellArrays sell = diagonal_chunks({1}, values);
    dirty_memory();
    return coded::encode(sell, allowed);
  };
  check(coded(Allowed::all).values, 8);      // one double
  check(coded(Allowed::narrow).values, 16);  // eight bfloat16
  check(coded(Allowed::all).columns, 4);     // the first one
}

TEST_CASE("chunks that repeat are found where many do", "[coded]") {
  const auto stored = [](int every) {  // so many chunks are alike
    std::vector<double> values;
    for (int c = 0; c < 4000; ++c) values.insert(values.end(), 8, c % every == 0 ? 0.5 : c / 3.0);
    return coded::encode(diagonal_chunks(std::vector<LocalIndex>(4000, 1), values), Allowed::all).shares.stored_chunks;
  };
  CHECK(stored(2) == 2001);
  CHECK(stored(10) == 4000);
}

TEST_CASE("chunks like recent ones are stored once, or coded alike, and come back with every bit", "[coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  constexpr LocalIndex count = 300, length = 13;
  for (const int period : {1, 2, 3, 5})
    for (const int height : sell_chunks)
      with_chunk(height, [&]<int C>(std::integral_constant<int, C>) {
        std::vector<LocalIndex> columns;
        std::vector<double> values;
        for (LocalIndex c = 0; c < count; ++c) {
          Draw draw(static_cast<unsigned>(c % period));
          for (LocalIndex e = 0; e < length * C; ++e) {
            columns.push_back(c * C + e % C);
            values.push_back(draw_special(draw, c % period));
          }
        }
        const SellArrays sell = arrays_of(C, 1, std::vector<LocalIndex>(count, length), columns, values);
        INFO("chunks of " << C << " rows, every " << period << " alike");
        for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
          const coded::CodedChunks chunks = coded::encode(sell, allowed);
          CHECK(chunks.shares.stored_chunks == (allowed == Allowed::all ? period : count));
          CHECK(wrong_entries<C>(sell, chunks) == 0);
        }
      });
}

TEST_CASE("encoding, then decoding gives back every bit and every column", "[coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  Draw draw(std::random_device{}() % 1000);
  Offset sparse = 0;
  for (int trial = 0; trial < 10; ++trial)
    for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow})
      for (const int block : {1, 2, 3})
        for (const int height : sell_chunks)
          with_chunk(height, [&]<int C>(std::integral_constant<int, C>) {
            const SellArrays sell = random_chunks(C, block, 1600 / C / block, draw);
            const coded::CodedChunks chunks = coded::encode(sell, allowed);
            REQUIRE(wrong_entries<C>(sell, chunks) == 0);
            sparse += share_of(chunks.shares, ValueCoding::sparse).chunks;
          });
  CHECK(sparse > 100);
}

TEST_CASE("encoding, then decoding a million chunks gives back every bit", "[.long][coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  Draw draw(7);
  for (int trial = 0; trial < 500; ++trial) {
    const int block = trial % 10 != 0 ? 1 : 2 + trial / 10 % 2;
    with_chunk(sell_chunks[static_cast<std::size_t>(trial) % std::size(sell_chunks)],
               [&]<int C>(std::integral_constant<int, C>) {
                 const SellArrays sell = random_chunks(C, block, 2000, draw);
                 REQUIRE(wrong_entries<C>(sell, coded::encode(sell, Allowed::all)) == 0);
               });
  }
}
