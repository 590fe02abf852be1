// Choosing and writing the codes of numbers.
#include "kernels/formats/coded/value_codes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/formats/coded/decoders.hpp"

namespace minikrylov::coded {
namespace {

using Bits = std::uint64_t;

bool same_bits(double a, double b) { return Kokkos::bit_cast<Bits>(a) == Kokkos::bit_cast<Bits>(b); }

/// The float nearest to a number; beyond all floats, an infinity without undefined behaviour.
float to_single(double value) {
  constexpr double most = std::numeric_limits<float>::max();
  if (std::abs(value) > most && std::isfinite(value)) return std::numeric_limits<float>::infinity();
  return static_cast<float>(value);
}

std::uint16_t to_bfloat16(double value) {
  return static_cast<std::uint16_t>(Kokkos::bit_cast<std::uint32_t>(to_single(value)) >> 16);
}

/// Right for numbers that are exactly halves.
std::uint16_t to_half(double value) {
  const auto bits = Kokkos::bit_cast<std::uint32_t>(to_single(value) * 0x1p-112F);
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000U) | (bits >> 13 & 0x7fffU));
}

bool is_single(double value) { return same_bits(static_cast<double>(to_single(value)), value); }
bool is_bfloat16(double value) { return same_bits(from_bfloat16(to_bfloat16(value)), value); }
bool is_half(double value) { return std::abs(value) < 0x1p16 && same_bits(from_half(to_half(value)), value); }

template <class Is> bool all_are(std::span<const double> values, const Is& is) {
  return std::all_of(values.begin(), values.end(), is);
}

/// The table that holds all of them; `full` if none does.
ValueCoding in_table(std::span<const double> values, const ValueTable& table) {
  int last = 0;
  for (const double value : values) {
    const auto place = table.place(value);
    if (!place) return ValueCoding::full;
    last = std::max<int>(last, *place);
  }
  if (last < 8) return ValueCoding::table8;
  return last < 16 ? ValueCoding::table16 : ValueCoding::table256;
}

/// The narrowest floating-point format.
ValueCoding in_format(std::span<const double> values) {
  if (!all_are(values, is_single)) return ValueCoding::full;
  if (all_are(values, is_bfloat16)) return ValueCoding::bfloat16;
  return all_are(values, is_half) ? ValueCoding::half : ValueCoding::single;
}

template <int N>
void write_places(std::span<const double> values, int chunk, const ValueTable& table, unsigned char* to) {
  auto* const words = reinterpret_cast<std::uint32_t*>(to);
  std::memset(to, 0,
              static_cast<std::size_t>(bytes_of(N == 8    ? ValueCoding::table8
                                                : N == 16 ? ValueCoding::table16
                                                          : ValueCoding::table256,
                                                static_cast<Offset>(values.size()) / chunk, chunk)));
  for (std::size_t e = 0; e < values.size(); ++e) {
    const Offset k = static_cast<Offset>(e) / chunk, row = static_cast<Offset>(e) % chunk;
    const auto shift = place_bits<N> * static_cast<int>(k % places_per_word<N>);
    words[k / places_per_word<N> * chunk + row] |= std::uint32_t{*table.place(values[e])} << shift;
  }
}

template <class Code, class Encode>
void write_each(std::span<const double> values, const Encode& encode, unsigned char* to) {
  auto* const codes = reinterpret_cast<Code*>(to);
  for (std::size_t e = 0; e < values.size(); ++e) codes[e] = encode(values[e]);
}

}  // namespace

ValueCoding narrowest(std::span<const double> values, const ValueTable& table, Allowed allowed) {
  if (allowed == Allowed::narrow) return in_format(values);
  if (allowed == Allowed::all && !values.empty() &&
      all_are(values, [&](double value) { return same_bits(value, values[0]); }))
    return ValueCoding::constant;
  const ValueCoding tabled = in_table(values, table);
  if (allowed == Allowed::tables || tabled == ValueCoding::table8 || tabled == ValueCoding::table16) return tabled;
  const ValueCoding format = in_format(values);  // a conversion is faster than a gather from a large table
  return format != ValueCoding::full ? format : tabled;
}

void write_values(std::span<const double> values, int chunk, ValueCoding coding, const ValueTable& table,
                  unsigned char* to) {
  switch (coding) {
    case ValueCoding::constant:
      return write_each<double>(
          values.first(1), [](double value) { return value; }, to);
    case ValueCoding::table8:
      return write_places<8>(values, chunk, table, to);
    case ValueCoding::table16:
      return write_places<16>(values, chunk, table, to);
    case ValueCoding::table256:
      return write_places<256>(values, chunk, table, to);
    case ValueCoding::bfloat16:
      return write_each<std::uint16_t>(values, to_bfloat16, to);
    case ValueCoding::half:
      return write_each<std::uint16_t>(values, to_half, to);
    case ValueCoding::single:
      return write_each<float>(values, to_single, to);
    case ValueCoding::shared:
    case ValueCoding::full:
      return write_each<double>(
          values, [](double value) { return value; }, to);
  }
}

}  // namespace minikrylov::coded
