// The codes in which the entries of a chunk may be stored, and how many bytes they take.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "kernels/core/types.hpp"

namespace minikrylov::coded {

/// How a chunk's numbers are stored.
enum class ValueCoding : unsigned char {
  shared,    ///< doubles, stored once for all equal chunks
  constant,  ///< one double for all entries
  table8,    ///< indices into a table of 8 doubles, 3 bits each, ten per word
  table16,   ///< of 16 doubles, 4 bits, eight per word
  bfloat16,  ///< the upper halves of floats
  half,      ///< IEEE 754 binary16, finite
  single,    ///< floats
  table256,  ///< of 256 doubles, 8 bits, four per word
  sparse,    ///< doubles other than +0, and a bit for each number that tells whether it is one of these
  full       ///< doubles
};
inline constexpr std::array<std::string_view, 10> value_codings = {
    "repeated chunks", "constant",     "table of 8",     "table of 16", "bfloat16", "half",
    "single",          "table of 256", "sparse doubles", "double"};

/// How a chunk's columns are stored, all relative to its first row.
enum class ColumnCoding : unsigned char {
  consecutive,  ///< of the first row only: those of the other rows follow; in whole chunks
  listed8,      ///< 8 bits above the smallest of the k-th columns
  listed16,     ///< 16 bits above it
  listed        ///< 32 bits
};
inline constexpr std::array<std::string_view, 4> column_codings = {"consecutive", "8 bits", "16 bits", "32 bits"};

/// Numbers in the table of a matrix. The first 8 and 16 are the most frequent ones.
inline constexpr int table_size = 256;

/// Numbers and columns of a chunk that products of several right-hand sides decode at once, so that they stay in a
/// core's own caches. Numbers of longer chunks are stored as they are, and columns in 32 bits.
inline constexpr Offset max_columns_decoded = 4096;
constexpr Offset max_numbers_decoded(int block) { return block == 1 ? 4096 : 16384; }

/// Bits of a place in a table of N doubles, and places in a word of 32 bits.
template <int N> inline constexpr int place_bits = N == 8 ? 3 : N == 16 ? 4 : 8;
template <int N> inline constexpr Offset places_per_word = 32 / place_bits<N>;

/// An unsigned integer with a bit for each of C rows.
template <int C>
using RowBits = std::conditional_t<C <= 16, std::uint16_t, std::conditional_t<C <= 32, std::uint32_t, std::uint64_t>>;

/// use(zero of the type RowBits<chunk>), for a number of rows known only at run time.
template <class Use> auto with_row_bits(int chunk, const Use& use) {
  if (chunk <= 16) return use(RowBits<16>{0});
  if (chunk <= 32) return use(RowBits<32>{0});
  return use(RowBits<64>{0});
}

/// Of the k-th numbers of all rows in sparse doubles: which rows have one that is stored, and where the first of these
/// is, in doubles from where the code begins. A code begins with this for each k.
template <class Bits> struct StoredRows {
  Bits begin;  ///< in as many bits, so that none is unused
  Bits rows;   ///< the lowest bit is that of the first row
};
static_assert(max_numbers_decoded(2) * 3 / 2 <= 0xffff, "numbers and StoredRows of the lowest chunks begin in 16 bits");

/// The doubles that StoredRows of `length` numbers in each of `chunk` rows take, the last one maybe in part.
[[nodiscard]] Offset doubles_before_sparse(Offset length, int chunk);

/// Bytes of `length` numbers in each of `chunk` rows, of which `zeros` in all are +0.
[[nodiscard]] Offset bytes_of(ValueCoding coding, Offset length, int chunk, Offset zeros);
/// Bytes of `length` columns in each of them.
[[nodiscard]] Offset bytes_of(ColumnCoding coding, Offset length, int chunk);

/// A chunk as stored; several may share one.
struct StoredChunk {
  Offset values = 0;      ///< bytes before it in the pool of values
  Offset columns = 0;     ///< in the pool of columns
  LocalIndex length = 0;  ///< entries per row; blocks of numbers count as one
  ValueCoding value_coding = ValueCoding::full;
  ColumnCoding column_coding = ColumnCoding::listed;
  std::uint16_t unused = 0;  ///< so that equal chunks have equal bytes
};
static_assert(std::has_unique_object_representations_v<StoredChunk>);

/// What a product reads of a coded matrix.
struct Chunks {
  const LocalIndex* first_rows;
  const LocalIndex* stored;  ///< of each chunk
  const StoredChunk* chunks;
  const unsigned char *values, *columns;
  const double* table;
};

}  // namespace minikrylov::coded
