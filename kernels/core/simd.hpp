// SIMD registers of a host.
#pragma once
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "kernels/core/caches.hpp"
#include "kernels/core/short_floats.hpp"

namespace minikrylov {

/// The nearest number of single precision. On hosts by way of memory: where GCC 12 vectorizes several such pairs of
/// conversions side by side, it drops them.
KOKKOS_FORCEINLINE_FUNCTION double rounded_to_single(double x) {
  KOKKOS_IF_ON_HOST((const volatile float rounded = static_cast<float>(x); return rounded;))
  KOKKOS_IF_ON_DEVICE((return static_cast<float>(x);))
}

/// N doubles handled one by one: for device compilers, which lack vector types, and as the reference for Register.
template <int N> class DoublesInTurn {
 public:
  DoublesInTurn() = default;
  KOKKOS_FORCEINLINE_FUNCTION explicit DoublesInTurn(double all) {
    for (double& e : element_) e = all;
  }
  /// of(l) in lane l.
  template <std::invocable<std::size_t> Of> KOKKOS_FORCEINLINE_FUNCTION explicit DoublesInTurn(const Of& of) {
    for (std::size_t l = 0; l < N; ++l) element_[l] = of(l);
  }
  KOKKOS_FORCEINLINE_FUNCTION static DoublesInTurn at(const double* from) {
    return DoublesInTurn([from](std::size_t l) { return from[l]; });
  }
  /// Adjacent numbers of a shorter format: float, Half or Bfloat16.
  template <class Real> KOKKOS_FORCEINLINE_FUNCTION static DoublesInTurn widened(const Real* from) {
    return DoublesInTurn([from](std::size_t l) { return static_cast<double>(from[l]); });
  }
  KOKKOS_FORCEINLINE_FUNCTION void copy_to(double* to) const {
    for (int l = 0; l < N; ++l) to[l] = element_[l];
  }
  void stream_to(double* to) const { copy_to(to); }
  KOKKOS_FORCEINLINE_FUNCTION void round_to(float* to) const {
    for (int l = 0; l < N; ++l) to[l] = static_cast<float>(element_[l]);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION DoublesInTurn in_single() const {
    return DoublesInTurn([this](std::size_t l) { return rounded_to_single(element_[l]); });
  }
  friend KOKKOS_FORCEINLINE_FUNCTION DoublesInTurn operator+(const DoublesInTurn& a, const DoublesInTurn& b) {
    return DoublesInTurn([&](std::size_t l) { return a.element_[l] + b.element_[l]; });
  }
  friend KOKKOS_FORCEINLINE_FUNCTION DoublesInTurn operator*(const DoublesInTurn& a, const DoublesInTurn& b) {
    return DoublesInTurn([&](std::size_t l) { return a.element_[l] * b.element_[l]; });
  }

 private:
  double element_[N];
};

#if defined(__CUDACC__) || defined(__HIPCC__)

inline constexpr int lanes = 1;  // the host and device passes of the compiler must agree
using Simd = DoublesInTurn<lanes>;

#else

/// Doubles per register. Kernels keep a dozen vectors in registers: wider vectors would spill, narrower ones waste
/// lanes.
#if defined(__AVX512F__)
inline constexpr int lanes = 8;
#elif defined(__AVX__)
inline constexpr int lanes = 4;
#elif defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS > 128  // 0: unknown at compile time
inline constexpr int lanes = __ARM_FEATURE_SVE_BITS / 64;
#else
inline constexpr int lanes = 2;  // SSE2, NEON
#endif

/// One register, by the vector extensions of GCC and Clang.
class Register {
 public:
  Register() = default;
  KOKKOS_FORCEINLINE_FUNCTION explicit Register(double all) : value_(all - Vector{}) {}  // x - 0 is x, even for x = -0
  /// of(l) in lane l.
  template <std::invocable<std::size_t> Of>
  KOKKOS_FORCEINLINE_FUNCTION explicit Register(const Of& of) : Register(of, std::make_index_sequence<lanes>()) {}
  KOKKOS_FORCEINLINE_FUNCTION static Register at(const double* from) {
    return Register(*reinterpret_cast<const Anywhere*>(from));
  }
  template <class Real> KOKKOS_FORCEINLINE_FUNCTION static Register widened(const Real* from) {
    return Register(__builtin_convertvector(floats_at(from), Vector));
  }
  KOKKOS_FORCEINLINE_FUNCTION void copy_to(double* to) const { *reinterpret_cast<Anywhere*>(to) = value_; }
  /// Past the caches, where the target can and `to` is a multiple of the register's size.
  MINIKRYLOV_ALWAYS_INLINE void stream_to(double* to) const {
    if (reinterpret_cast<std::uintptr_t>(to) % sizeof(Vector) == 0)
      stream_register(value_, to);
    else
      copy_to(to);
  }
  KOKKOS_FORCEINLINE_FUNCTION void round_to(float* to) const {
    *reinterpret_cast<FloatsAnywhere*>(to) = __builtin_convertvector(value_, Floats);
  }
  /// The nearest numbers of single precision.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Register in_single() const {
    return Register(__builtin_convertvector(__builtin_convertvector(value_, Floats), Vector));
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Register operator+(const Register& a, const Register& b) {
    return Register(a.value_ + b.value_);
  }
  friend KOKKOS_FORCEINLINE_FUNCTION Register operator*(const Register& a, const Register& b) {
    return Register(a.value_ * b.value_);
  }

 private:
  using Vector = double __attribute__((vector_size(lanes * sizeof(double))));
  using Floats = float __attribute__((vector_size(lanes * sizeof(float))));
  using Words = std::uint32_t __attribute__((vector_size(lanes * sizeof(std::uint32_t))));
  using Codes = std::uint16_t __attribute__((vector_size(lanes * sizeof(std::uint16_t))));
  // Not aligned in memory; may alias their elements. Clang ignores the attribute behind the type.
  using Anywhere __attribute__((aligned(alignof(double)))) = Vector;
  using FloatsAnywhere __attribute__((aligned(alignof(float)))) = Floats;
  using CodesAnywhere __attribute__((aligned(alignof(std::uint16_t)))) = Codes;
  static_assert(alignof(Anywhere) == alignof(double) && alignof(FloatsAnywhere) == alignof(float) &&
                alignof(CodesAnywhere) == alignof(std::uint16_t));

  // As from_bfloat16() and from_half() do.
  KOKKOS_FORCEINLINE_FUNCTION static Floats floats_at(const float* from) {
    return *reinterpret_cast<const FloatsAnywhere*>(from);
  }
  KOKKOS_FORCEINLINE_FUNCTION static Floats floats_at(const Bfloat16* from) {
    return std::bit_cast<Floats>(codes_at(from) << 16);
  }
  KOKKOS_FORCEINLINE_FUNCTION static Floats floats_at(const Half* from) {
    return std::bit_cast<Floats>(scaled_half(codes_at(from))) * half_scale;
  }
  template <class Real> KOKKOS_FORCEINLINE_FUNCTION static Words codes_at(const Real* from) {
    return __builtin_convertvector(*reinterpret_cast<const CodesAnywhere*>(from), Words);
  }

  KOKKOS_FORCEINLINE_FUNCTION explicit Register(Vector value) : value_(value) {}
  template <class Of, std::size_t... l>
  KOKKOS_FORCEINLINE_FUNCTION Register(const Of& of, std::index_sequence<l...>) : value_{of(l)...} {}

  Vector value_;
};
using Simd = Register;

#endif

template <class V> KOKKOS_FORCEINLINE_FUNCTION V load(const double* from) {
  if constexpr (std::is_same_v<V, double>)
    return *from;
  else
    return V::at(from);
}

/// Widened.
template <class V> KOKKOS_FORCEINLINE_FUNCTION V load(const float* from) {
  if constexpr (std::is_same_v<V, double>)
    return static_cast<double>(*from);
  else
    return V::widened(from);
}

template <class V> KOKKOS_FORCEINLINE_FUNCTION void store(const V& value, double* to) {
  if constexpr (std::is_same_v<V, double>)
    *to = value;
  else
    value.copy_to(to);
}

/// Rounded.
template <class V> KOKKOS_FORCEINLINE_FUNCTION void store(const V& value, float* to) {
  if constexpr (std::is_same_v<V, double>)
    *to = static_cast<float>(value);
  else
    value.round_to(to);
}

}  // namespace minikrylov
