// The precision in which the numbers of a matrix, a preconditioner or a vector are stored.
#pragma once
#include <Kokkos_Core.hpp>
#include <cstdint>

namespace minikrylov {

/// Arithmetic is double precision in all cases, so M⁻¹ stays linear and symmetric up to rounding, as methods with
/// recurrences for M⁻¹ r require.
enum class Precision { double_precision, single_precision, half_precision, bfloat16 };

/// Of one number.
[[nodiscard]] constexpr int bytes_of(Precision precision) {
  switch (precision) {
    case Precision::double_precision:
      return 8;
    case Precision::single_precision:
      return 4;
    default:
      return 2;
  }
}

/// A binary floating-point format: digits of its significand, and the exponents of its normal numbers.
struct FloatFormat {
  int digits, lowest, highest;
};

[[nodiscard]] KOKKOS_FUNCTION constexpr FloatFormat format_of(Precision precision) {
  switch (precision) {
    case Precision::double_precision:
      return {53, -1022, 1023};
    case Precision::single_precision:
      return {24, -126, 127};
    case Precision::half_precision:
      return {11, -14, 15};
    case Precision::bfloat16:
      break;
  }
  return {8, -126, 127};
}

/// The exponent of a normal number; less than all of them for a smaller one.
KOKKOS_FORCEINLINE_FUNCTION int exponent_of(double value) {
  return static_cast<int>(Kokkos::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff) - 1023;
}

/// The number of this format, subnormal ones included, that is nearest to a finite `value`, ties to even; beyond the
/// largest one, the power of two above it, or more. Exponents above 900 are not expected: systems are scaled.
KOKKOS_FORCEINLINE_FUNCTION double rounded(double value, const FloatFormat& to) {
  if (to.digits == 53) return value;
  const int exponent = Kokkos::max(exponent_of(value), to.lowest);
  const int last = exponent - to.digits + 1;  // exponent of the last digit
  // Added and subtracted, 1.5 2^(52 + last) leaves what is nearest above that digit.
  const double shift = 1.5 * Kokkos::bit_cast<double>(static_cast<std::uint64_t>(last + 52 + 1023) << 52);
  return (value + shift) - shift;
}

/// Whether a number survives rounding: neither beyond the largest one nor, unless it is zero, turned into zero.
KOKKOS_FORCEINLINE_FUNCTION bool survives(double value, const FloatFormat& to) {
  const double kept = rounded(value, to);
  return exponent_of(kept) <= to.highest && (kept != 0 || value == 0);
}

}  // namespace minikrylov
