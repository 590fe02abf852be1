// Decoding in registers: table look-up, which reads no memory and so needs no gather, and numbers between zeros.
#pragma once
#include <cstdint>

#include "kernels/core/caches.hpp"
#if defined(__AVX2__) && !defined(__CUDACC__) && !defined(__HIPCC__)
#include <immintrin.h>
#endif

namespace minikrylov {

/// found[i] ← table[(words[i] >> shift) mod N], i = 0 … 7, one by one. The portable twin of look_up().
template <int N>
inline void look_up_in_turn(const std::uint32_t* words, int shift, const double* table, double* found) {
  for (int i = 0; i < 8; ++i) found[i] = table[(words[i] >> shift) % N];
}

#if defined(__AVX512F__) && !defined(__CUDACC__) && !defined(__HIPCC__)

/// The same for tables of N = 8 or 16 numbers, by permutations of registers where there are such.
template <int N>
MINIKRYLOV_ALWAYS_INLINE void look_up(const std::uint32_t* words, int shift, const double* table, double* found) {
  static_assert(N == 8 || N == 16, "a register or two");
  const __m256i narrow = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
  // With masks of ones: without, GCC 12's own headers read a register that they do not initialise, and warn (GCC bug
  // 105593). The instructions are the same.
  constexpr __mmask8 all = 0xff;
  const __m512i places = _mm512_maskz_cvtepu32_epi64(all, _mm256_srl_epi32(narrow, _mm_cvtsi32_si128(shift)));
  if constexpr (N == 8)
    _mm512_storeu_pd(found, _mm512_maskz_permutexvar_pd(all, places, _mm512_loadu_pd(table)));
  else
    _mm512_storeu_pd(found, _mm512_permutex2var_pd(_mm512_loadu_pd(table), places, _mm512_loadu_pd(table + 8)));
}
inline constexpr bool looks_up_in_registers = true;

#elif defined(__AVX2__) && !defined(__CUDACC__) && !defined(__HIPCC__)

/// Eight numbers as eight lower and eight upper halves, since eight places choose from eight 32-bit words at once.
struct Halves {
  __m256i lower, upper;

  MINIKRYLOV_ALWAYS_INLINE static Halves of(const double* eight) {
    const __m256 first = _mm256_castpd_ps(_mm256_loadu_pd(eight)), last = _mm256_castpd_ps(_mm256_loadu_pd(eight + 4));
    const auto in_order = [](__m256 pairs) { return _mm256_permute4x64_epi64(_mm256_castps_si256(pairs), 0xd8); };
    return {in_order(_mm256_shuffle_ps(first, last, 0x88)), in_order(_mm256_shuffle_ps(first, last, 0xdd))};
  }
  /// By the last three bits of each place.
  [[nodiscard]] MINIKRYLOV_ALWAYS_INLINE Halves at(__m256i places) const {
    return {_mm256_permutevar8x32_epi32(lower, places), _mm256_permutevar8x32_epi32(upper, places)};
  }
  MINIKRYLOV_ALWAYS_INLINE void copy_to(double* eight) const {
    const __m256i even = _mm256_unpacklo_epi32(lower, upper), odd = _mm256_unpackhi_epi32(lower, upper);  // pairs
    _mm256_storeu_pd(eight, _mm256_castsi256_pd(_mm256_permute2x128_si256(even, odd, 0x20)));
    _mm256_storeu_pd(eight + 4, _mm256_castsi256_pd(_mm256_permute2x128_si256(even, odd, 0x31)));
  }
};

template <int N>
MINIKRYLOV_ALWAYS_INLINE void look_up(const std::uint32_t* words, int shift, const double* table, double* found) {
  static_assert(N == 8 || N == 16, "two registers or four");
  const __m256i places =
      _mm256_srl_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)), _mm_cvtsi32_si128(shift));
  Halves chosen = Halves::of(table).at(places);
  if constexpr (N == 16) {
    const Halves second = Halves::of(table + 8).at(places);
    const __m256i from_second = _mm256_srai_epi32(_mm256_slli_epi32(places, 28), 31);  // by the fourth bit
    chosen.lower = _mm256_blendv_epi8(chosen.lower, second.lower, from_second);
    chosen.upper = _mm256_blendv_epi8(chosen.upper, second.upper, from_second);
  }
  chosen.copy_to(found);
}
inline constexpr bool looks_up_in_registers = true;

#else

template <int N>
MINIKRYLOV_ALWAYS_INLINE void look_up(const std::uint32_t* words, int shift, const double* table, double* found) {
  static_assert(N == 8 || N == 16);
  look_up_in_turn<N>(words, shift, table, found);
}
inline constexpr bool looks_up_in_registers = false;

#endif

/// found[i] ← the next of `packed` if bit i of `rows` is set, else 0, i = 0 … 7, one by one. The portable twin of
/// expand().
inline void expand_in_turn(const double* packed, std::uint8_t rows, double* found) {
  for (int i = 0; i < 8; ++i) found[i] = (rows >> i & 1) != 0 ? *packed++ : 0.0;
}

/// The same by one instruction where there is one. Neither reads more of `packed` than is found.
#if defined(__AVX512F__) && !defined(__CUDACC__) && !defined(__HIPCC__)
MINIKRYLOV_ALWAYS_INLINE void expand(const double* packed, std::uint8_t rows, double* found) {
  _mm512_storeu_pd(found, _mm512_maskz_expandloadu_pd(rows, packed));
}
inline constexpr bool expands_in_registers = true;
#else
MINIKRYLOV_ALWAYS_INLINE void expand(const double* packed, std::uint8_t rows, double* found) {
  expand_in_turn(packed, rows, found);
}
inline constexpr bool expands_in_registers = false;
#endif

}  // namespace minikrylov
