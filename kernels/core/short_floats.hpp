// Floating-point numbers of 16 bits: stored as codes, computed with as doubles.
#pragma once
#include "kernels/core/precision.hpp"

namespace minikrylov {

KOKKOS_FORCEINLINE_FUNCTION double from_bfloat16(std::uint16_t code) {
  return static_cast<double>(Kokkos::bit_cast<float>(static_cast<std::uint32_t>(code) << 16));
}

/// Sign, exponent and fraction of a half at their places in a float, which is then too small by this factor.
inline constexpr float half_scale = 0x1p112F;
template <class Words> KOKKOS_FORCEINLINE_FUNCTION Words scaled_half(const Words& half) {
  return (half & 0x8000U) << 16 | (half & 0x7fffU) << 13;
}

/// Exact, subnormal numbers included.
KOKKOS_FORCEINLINE_FUNCTION double from_half(std::uint16_t code) {
  return static_cast<double>(Kokkos::bit_cast<float>(scaled_half<std::uint32_t>(code)) * half_scale);
}

/// A bfloat16: the upper half of a float. The nearest one, if the number survives().
class Bfloat16 {
 public:
  Bfloat16() = default;
  KOKKOS_FORCEINLINE_FUNCTION explicit Bfloat16(double value)
      : code_(static_cast<std::uint16_t>(
            Kokkos::bit_cast<std::uint32_t>(static_cast<float>(rounded(value, format_of(Precision::bfloat16)))) >>
            16)) {}
  KOKKOS_FORCEINLINE_FUNCTION explicit operator double() const { return from_bfloat16(code_); }

 private:
  std::uint16_t code_;
};

/// A half of IEEE 754. The nearest one, if the number survives().
class Half {
 public:
  Half() = default;
  KOKKOS_FORCEINLINE_FUNCTION explicit Half(double value)
      : code_(code_of(static_cast<float>(rounded(value, format_of(Precision::half_precision))))) {}
  KOKKOS_FORCEINLINE_FUNCTION explicit operator double() const { return from_half(code_); }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static std::uint16_t code_of(float value) {
    const auto bits = Kokkos::bit_cast<std::uint32_t>(value * (1 / half_scale));
    return static_cast<std::uint16_t>((bits >> 16 & 0x8000U) | (bits >> 13 & 0x7fffU));
  }
  std::uint16_t code_;
};

}  // namespace minikrylov
