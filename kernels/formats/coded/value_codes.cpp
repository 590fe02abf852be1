// Choosing and writing the codes of numbers.
#include "kernels/formats/coded/value_codes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/formats/coded/decoders.hpp"
#include "kernels/formats/coded/table_codes.hpp"

namespace minikrylov::coded {
namespace {

using Bits = std::uint64_t;

bool same_bits(double a, double b) { return Kokkos::bit_cast<Bits>(a) == Kokkos::bit_cast<Bits>(b); }

// --- codes of numbers that are exactly in a format -------------------------------------------------------------------

std::uint16_t to_bfloat16(double value) {
  return static_cast<std::uint16_t>(Kokkos::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16);
}

std::uint16_t to_half(double value) {
  const auto bits = Kokkos::bit_cast<std::uint32_t>(static_cast<float>(value) * 0x1p-112F);
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000U) | (bits >> 13 & 0x7fffU));
}

// --- whether numbers are in a format ---------------------------------------------------------------------------------

bool is_single(double value) {
  constexpr double most = std::numeric_limits<float>::max();
  if (std::abs(value) > most && std::isfinite(value)) return false;  // to convert it would be undefined
  return same_bits(static_cast<double>(static_cast<float>(value)), value);
}
bool is_bfloat16(double value) { return is_single(value) && same_bits(from_bfloat16(to_bfloat16(value)), value); }
bool is_half(double value) { return std::abs(value) < 0x1p16 && same_bits(from_half(to_half(value)), value); }

/// A format: bits that a double has only if it is not in it, and where its normal numbers begin and end, as bits.
struct NarrowFormat {
  Bits lacking, least, beyond;
  bool (*has)(double value);  ///< the rule, to which the others are shortcuts
};
constexpr NarrowFormat narrow_format(int digits_less, double least, double beyond, bool (*has)(double)) {
  return {(Bits{1} << digits_less) - 1, std::bit_cast<Bits>(least), std::bit_cast<Bits>(beyond), has};
}
constexpr NarrowFormat in_single = narrow_format(29, 0x1p-126, 0x1p128, is_single),
                       in_bfloat16 = narrow_format(45, 0x1p-126, 0x1p128, is_bfloat16),
                       in_half = narrow_format(42, 0x1p-14, 0x1p16, is_half);

/// What decides for most lists of numbers whether a format has them all: the bits that any has, and the largest and
/// smallest magnitudes, as bits. Zeros are in all formats, and do not count for the smallest one.
struct NumberRange {
  Bits any = 0, largest = 0, smallest_less_one = ~Bits{0};
};

/// Of numbers up to those that single precision lacks: few where there are any. Loops without exits between these are
/// compiled for registers.
NumberRange number_range(std::span<const double> values) {
  constexpr std::size_t at_once = 64;
  constexpr Bits sign = Bits{1} << 63;
  Bits any = 0, largest = 0, smallest_less_one = ~Bits{0};
  for (std::size_t begin = 0; begin < values.size() && (any & in_single.lacking) == 0; begin += at_once) {
    const std::size_t end = std::min(begin + at_once, values.size());
    for (std::size_t e = begin; e < end; ++e) {
      const auto bits = Kokkos::bit_cast<Bits>(values[e]), magnitude = bits & ~sign;
      any |= bits;
      largest = std::max(largest, magnitude);
      smallest_less_one = std::min(smallest_less_one, magnitude - 1);
    }
  }
  return {any, largest, smallest_less_one};
}

/// Whether a format has all of these numbers, whose range is known. Only subnormal ones, infinities and not-a-numbers
/// are looked at one by one.
bool has_all(const NarrowFormat& format, const NumberRange& range, std::span<const double> values) {
  if ((range.any & format.lacking) != 0) return false;
  const bool normal = range.smallest_less_one >= format.least - 1 && range.largest < format.beyond;
  return normal || std::all_of(values.begin(), values.end(), format.has);
}

/// The narrowest floating-point format.
ValueCoding in_format(std::span<const double> values) {
  const NumberRange range = number_range(values);
  if (!has_all(in_single, range, values)) return ValueCoding::full;
  if (has_all(in_bfloat16, range, values)) return ValueCoding::bfloat16;
  return has_all(in_half, range, values) ? ValueCoding::half : ValueCoding::single;
}

// --- zeros -----------------------------------------------------------------------------------------------------------

/// What padding is. -0 is a number like others.
bool is_plus_zero(double value) { return Kokkos::bit_cast<Bits>(value) == 0; }

Offset zeros_among(std::span<const double> values) {
  return std::count_if(values.begin(), values.end(), [](double value) { return is_plus_zero(value); });
}

/// How many of these doubles are left out: those that are +0 where there are many, since it takes time to put them
/// back, and none elsewhere.
Offset zeros_left_out(std::span<const double> values, int chunk) {
  const auto count = static_cast<Offset>(values.size()), length = count / chunk, zeros = zeros_among(values);
  const bool saves = 4 * zeros >= count && bytes_of(ValueCoding::sparse, length, chunk, zeros) <
                                               bytes_of(ValueCoding::full, length, chunk, zeros);
  return saves ? zeros : 0;
}

// --- writing ---------------------------------------------------------------------------------------------------------

/// `encode` must have a type of its own, so that its loop is compiled for it.
template <class Code, class Encode>
void write_each(std::span<const double> values, const Encode& encode, unsigned char* to) {
  auto* const codes = reinterpret_cast<Code*>(to);
  for (std::size_t e = 0; e < values.size(); ++e) codes[e] = encode(values[e]);
}

/// Of each k the rows that have numbers to be stored, then these.
template <class Word> void write_sparse(std::span<const double> values, int chunk, unsigned char* to) {
  const Offset length = static_cast<Offset>(values.size()) / chunk, before = doubles_before_sparse(length, chunk);
  std::memset(to, 0, static_cast<std::size_t>(before) * sizeof(double));  // not all of the last one may be used
  auto* const stored_rows = reinterpret_cast<StoredRows<Word>*>(to);
  auto* const numbers = reinterpret_cast<double*>(to);
  Offset next = before;
  for (Offset k = 0; k < length; ++k) {
    StoredRows<Word> of{static_cast<Word>(next), 0};
    for (int row = 0; row < chunk; ++row) {
      const double value = values[static_cast<std::size_t>(k * chunk + row)];
      if (is_plus_zero(value)) continue;
      of.rows = static_cast<Word>(of.rows | Word{1} << row);
      numbers[next++] = value;
    }
    stored_rows[k] = of;
  }
}

void copy_numbers(std::span<const double> values, unsigned char* to) {
  std::copy(values.begin(), values.end(), reinterpret_cast<double*>(to));
}

/// The narrowest code that leaves no number out.
ValueCoding in_all_codes(std::span<const double> values, int chunk, const ValueTable& table, Allowed allowed) {
  if (allowed == Allowed::narrow) return in_format(values);
  if (allowed == Allowed::all && !values.empty() &&
      std::all_of(values.begin(), values.end(), [&](double value) { return same_bits(value, values[0]); }))
    return ValueCoding::constant;
  const ValueCoding tabled = in_table(values, chunk, table);
  if (allowed == Allowed::tables || tabled == ValueCoding::table8 || tabled == ValueCoding::table16) return tabled;
  const ValueCoding format = in_format(values);  // a conversion is faster than a gather from a large table
  return format != ValueCoding::full ? format : tabled;
}

}  // namespace

ValueCode narrowest(std::span<const double> values, int chunk, const ValueTable& table, Allowed allowed) {
  const ValueCoding dense = in_all_codes(values, chunk, table, allowed);
  const bool asks = allowed == Allowed::all && dense == ValueCoding::full;
  const Offset zeros = asks ? zeros_left_out(values, chunk) : 0;
  const ValueCoding coding = zeros > 0 ? ValueCoding::sparse : dense;
  return {coding, bytes_of(coding, static_cast<Offset>(values.size()) / chunk, chunk, zeros)};
}

void write_values(std::span<const double> values, int chunk, ValueCoding coding, const ValueTable& table,
                  unsigned char* to) {
  switch (coding) {
    case ValueCoding::constant:
      return copy_numbers(values.first(1), to);
    case ValueCoding::table8:
      return write_places<8>(values, chunk, table, to);
    case ValueCoding::table16:
      return write_places<16>(values, chunk, table, to);
    case ValueCoding::table256:
      return write_places<256>(values, chunk, table, to);
    case ValueCoding::bfloat16:
      return write_each<std::uint16_t>(
          values, [](double value) { return to_bfloat16(value); }, to);
    case ValueCoding::half:
      return write_each<std::uint16_t>(
          values, [](double value) { return to_half(value); }, to);
    case ValueCoding::single:
      return write_each<float>(
          values, [](double value) { return static_cast<float>(value); }, to);
    case ValueCoding::sparse:
      return with_row_bits(chunk, [&](auto bits) { write_sparse<decltype(bits)>(values, chunk, to); });
    case ValueCoding::shared:
    case ValueCoding::full:
      return copy_numbers(values, to);
  }
}

}  // namespace minikrylov::coded
