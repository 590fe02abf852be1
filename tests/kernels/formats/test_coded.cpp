// Coded SELL: products with the bits of plain SELL for every code, and codes that give back what was coded.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <limits>
#include <random>

#include "kernels/core/register_table.hpp"
#include "kernels/formats/coded/coded_product.hpp"
#include "kernels/formats/coded/coded_sell.hpp"
#include "kernels/formats/sell.hpp"
#include "tests/kernels/products.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;
using coded::Allowed;
using coded::ValueCoding;

namespace {

using Bits = std::uint64_t;
using Draw = std::mt19937_64;

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// Ways to draw a number, the narrowest kinds first.
double draw_number(Draw& draw, int kind) {
  const auto bits = draw();
  const auto sign = (bits & 1) != 0 ? -1.0 : 1.0;
  switch (kind) {
    case 0:
      return -1.0;
    case 1:
      return static_cast<double>(bits % 8) - 3.0;
    case 2:
      return static_cast<double>(bits % 16) / 3;
    case 3:  // halves: 11 bits from 2^-24 up
      return sign * std::ldexp(static_cast<double>(bits >> 53), static_cast<int>(bits / 2 % 28) - 24);
    case 4:  // bfloat16: 8 bits
      return sign * std::ldexp(static_cast<double>(bits >> 56), static_cast<int>(bits / 2 % 240) - 130);
    case 5:
      return static_cast<double>(Kokkos::bit_cast<float>(static_cast<std::uint32_t>(bits & 0x7f7fffffU)));
    case 6:
      return static_cast<double>(bits % 250) * 0.1;
    default:
      return sign * std::ldexp(static_cast<double>(bits >> 11), static_cast<int>(bits % 60) - 80);
  }
}
constexpr int kinds = 8;

/// Numbers of any kind, and those that formats lose most easily.
double draw_special(Draw& draw, int kind) {
  constexpr double specials[] = {0.0,     -0.0,   0x1p-1074, -0x1p-1074, 0x1p-149,    0x1p-24,  65504.0,
                                 65536.0, 1e-310, 0x1p128,   0x1p-126,   -0x1.fcp127, 0x1p1023, 0x1p-133};
  if (draw() % 8 != 0) return draw_number(draw, kind);
  const auto which = draw() % (std::size(specials) + 4);
  if (which < std::size(specials)) return specials[which];
  constexpr Bits payloads[] = {0x7ff0000000000000U, 0xfff8000000000000U, 0x7ff8000000000123U, 0x7ff4000000000000U};
  return Kokkos::bit_cast<double>(payloads[which - std::size(specials)]);
}

/// A sample whose numbers are of one kind and whose columns reach `reach` rows to either side.
Sample with_numbers(LocalIndex rows, LocalIndex reach, int kind, unsigned seed) {
  Sample sample = random_sample(rows, 20, 9, seed);
  Draw draw(seed);
  for (LocalIndex i = 0; i < rows; ++i) {
    LocalIndex column = std::max(0, i - reach);
    for (Entry& e : sample.row[static_cast<std::size_t>(i)]) {
      e.value = draw_number(draw, kind);
      column += 1 + static_cast<LocalIndex>(draw() % static_cast<unsigned>(std::max(1, reach / 5)));
      e.column = std::min(column, sample.columns() - 1);
    }
  }
  return sample;
}

/// Three-point stencil: rows repeat but for the first and the last.
Sample stencil(LocalIndex rows) {
  Sample sample;
  sample.row.resize(static_cast<std::size_t>(rows));
  for (LocalIndex i = 0; i < rows; ++i)
    for (const LocalIndex j : {i - 1, i, i + 1})
      if (j >= 0 && j < rows) sample.row[static_cast<std::size_t>(i)].push_back({j, i == j ? 2.0 : -1.0 / 3});
  return sample;
}

/// A matrix of chunks as plain arrays: each with the given columns and numbers.
SellArrays arrays_of(int chunk, const std::vector<LocalIndex>& lengths, const std::vector<LocalIndex>& columns,
                     const std::vector<double>& values) {
  SellArrays sell;
  const auto chunks = static_cast<LocalIndex>(lengths.size());
  sell.rows = sell.column_count = chunks * chunk;
  sell.chunk = chunk;
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
SellArrays random_chunks(int chunk, int count, Draw& draw) {
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
        values.push_back(draw_special(draw, kind));
      }
    }
    if (c > 0 && draw() % 4 == 0 && lengths[lengths.size() - 2] == lengths.back())  // a chunk repeats
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(begin) - lengths.back() * chunk, lengths.back() * chunk,
                  values.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  return arrays_of(chunk, lengths, columns, values);
}

/// Entries that do not come back as they were.
template <int C> Offset wrong_entries(const SellArrays& sell, const coded::CodedChunks& chunks) {
  const coded::Chunks a = chunks.pointers();
  Offset wrong = 0;
  for (LocalIndex c = 0; c < chunks.chunk_count(); ++c) {
    const coded::StoredChunk& chunk = a.chunks[a.stored[c]];
    coded::with_values<C>(a, chunk, [&](const auto& values) {
      coded::with_columns<C>(a, chunk, [&](const auto& columns) {
        for (Offset k = 0; k < chunk.length; ++k)
          for (int row = 0; row < C; ++row) {
            const Offset e = sell.offsets(c) + k * C + row;
            if (Kokkos::bit_cast<Bits>(values(k, row)) != Kokkos::bit_cast<Bits>(sell.values(e)) ||
                sell.first_rows(c) + columns(k, row) != sell.columns(e))
              ++wrong;
          }
      });
    });
  }
  return wrong;
}

const coded::Share& share_of(const CodedSell& sell, ValueCoding coding) {
  return sell.shares.values[static_cast<std::size_t>(coding)];
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

TEST_CASE("coded products have the bits of plain ones, in every code, height and width", "[coded]") {
  for (int kind = 0; kind < kinds; ++kind) {
    const LocalIndex reach = kind % 2 == 0 ? 40 : 1000;
    const Sample sample = with_numbers(703, reach, kind, static_cast<unsigned>(31 + kind));
    const CrsArrays matrix = sample.arrays();
    for (const int chunk : sell_chunks) {
      const auto plain = make_sell(matrix, {0, 300, 703}, chunk);
      for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
        const CodedSell sell = make_coded_sell(matrix, {0, 300, 703}, chunk, allowed);
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

TEST_CASE("coded transposes have the bits of plain ones", "[coded]") {
  for (int kind = 0; kind < kinds; ++kind) {
    const Sample sample = with_numbers(777, 60, kind, 5);
    for (const int width : {1, 3}) {
      const Vector x = vector_of(random_values(static_cast<std::size_t>(sample.columns()) * width, 7), 777, width);
      const auto times = [&](const LocalMatrix& matrix) {
        const Vector y = vector_of(std::vector<double>(static_cast<std::size_t>(sample.columns()) * width), 777, width);
        matrix.multiply_transposed(x, y);
        return to_host(y.data);
      };
      REQUIRE(same_bits(times(*make_coded_sell(sample.arrays(), {0, 777}, 8, Allowed::all).matrix),
                        times(*make_sell(sample.arrays(), {0, 777}, 8))));
    }
  }
}

TEST_CASE("chunks that repeat are stored once, and numbers in the narrowest code that keeps them", "[coded]") {
  const auto code = [](const Sample& sample, Allowed allowed) {
    return make_coded_sell(sample.arrays(), {0, sample.rows()}, 8, allowed);
  };
  const CodedSell repeated = code(stencil(8000), Allowed::all);
  CHECK(repeated.shares.stored_chunks <= 4);
  CHECK(share_of(repeated, ValueCoding::shared).chunks == 1000);
  CHECK(repeated.matrix->allocated_bytes() < 10 * 8000);
  CHECK(share_of(code(stencil(8000), Allowed::tables), ValueCoding::table8).chunks == 1000);
  constexpr ValueCoding expected[] = {ValueCoding::table8,   ValueCoding::table8,   ValueCoding::table16,
                                      ValueCoding::half,     ValueCoding::bfloat16, ValueCoding::single,
                                      ValueCoding::table256, ValueCoding::full};
  for (int kind = 0; kind < kinds; ++kind) {
    INFO("kind " << kind);
    const CodedSell sell = code(with_numbers(8000, 100, kind, 3), Allowed::all);
    CHECK(share_of(sell, expected[kind]).chunks > 900);
  }
}

TEST_CASE("what is allocated is what is counted, and shares add up", "[coded]") {
  const CodedSell sell = make_coded_sell(with_numbers(3000, 300, 6, 8).arrays(), {0, 3000}, 16, Allowed::all);
  Offset chunks = 0, entries = 0, bytes = 0;
  for (const auto& share : sell.shares.values) chunks += share.chunks, entries += share.entries, bytes += share.bytes;
  for (const auto& share : sell.shares.columns) bytes += share.bytes;
  CHECK(entries == sell.matrix->stored_entries());
  CHECK(bytes < sell.matrix->allocated_bytes());
  CHECK(sell.matrix->allocated_bytes() - bytes ==
        8 * 256 + 24 * sell.shares.stored_chunks + 4 * (2 * chunks + 1) + 4 * (3000 / 64 + 2));
}

TEST_CASE("encoding, then decoding gives back every bit and every column", "[coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  Draw draw(std::random_device{}() % 1000);
  for (int trial = 0; trial < 10; ++trial)
    for (const Allowed allowed : {Allowed::all, Allowed::tables, Allowed::narrow}) {
      const SellArrays sell = random_chunks(8, 400, draw);
      REQUIRE(wrong_entries<8>(sell, coded::encode(sell, allowed)) == 0);
      const SellArrays high = random_chunks(64, 50, draw);
      REQUIRE(wrong_entries<64>(high, coded::encode(high, allowed)) == 0);
    }
}

TEST_CASE("encoding, then decoding a million chunks gives back every bit", "[.long][coded]") {
  if constexpr (!on_host) SKIP("the host cannot read what is in the memory of the device");
  Draw draw(7);
  for (int trial = 0; trial < 500; ++trial) {
    const SellArrays sell = random_chunks(4, 2000, draw);
    REQUIRE(wrong_entries<4>(sell, coded::encode(sell, Allowed::all)) == 0);
  }
}
