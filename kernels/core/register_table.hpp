// Decoding in registers: table look-up, which reads no memory and so needs no gather, and numbers between zeros.
#pragma once
#include <cstdint>

#include "kernels/core/types.hpp"
#if defined(__AVX512F__) && !defined(__CUDACC__) && !defined(__HIPCC__)
#include <immintrin.h>
#endif

namespace minikrylov {

/// found[i] ← table[(words[i] >> shift) mod N], i = 0 … 7, one by one. The portable twin of look_up().
template <int N>
inline void look_up_in_turn(const std::uint32_t* words, int shift, const double* table, double* found) {
  for (int i = 0; i < 8; ++i) found[i] = table[(words[i] >> shift) % N];
}

/// The same for tables of N = 8 or 16 numbers, by one permutation of registers where there is one.
template <int N> inline void look_up(const std::uint32_t* words, int shift, const double* table, double* found) {
  static_assert(N == 8 || N == 16, "a register or two");
#if defined(__AVX512F__) && !defined(__CUDACC__) && !defined(__HIPCC__)
  const __m256i narrow = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
  // With masks of ones: without, GCC 12's own headers read a register that they do not initialise, and warn (GCC bug
  // 105593). The instructions are the same.
  constexpr __mmask8 all = 0xff;
  const __m512i places = _mm512_maskz_cvtepu32_epi64(all, _mm256_srl_epi32(narrow, _mm_cvtsi32_si128(shift)));
  if constexpr (N == 8)
    _mm512_storeu_pd(found, _mm512_maskz_permutexvar_pd(all, places, _mm512_loadu_pd(table)));
  else
    _mm512_storeu_pd(found, _mm512_permutex2var_pd(_mm512_loadu_pd(table), places, _mm512_loadu_pd(table + 8)));
#else
  look_up_in_turn<N>(words, shift, table, found);
#endif
}

/// found[i] ← the next of `packed` if bit i of `rows` is set, else 0, i = 0 … 7, one by one. The portable twin of
/// expand().
inline void expand_in_turn(const double* packed, std::uint8_t rows, double* found) {
  for (int i = 0; i < 8; ++i) found[i] = (rows >> i & 1) != 0 ? *packed++ : 0.0;
}

/// The same by one instruction where there is one. Neither reads more of `packed` than is found.
inline void expand(const double* packed, std::uint8_t rows, double* found) {
#if defined(__AVX512F__) && !defined(__CUDACC__) && !defined(__HIPCC__)
  _mm512_storeu_pd(found, _mm512_maskz_expandloadu_pd(rows, packed));
#else
  expand_in_turn(packed, rows, found);
#endif
}

}  // namespace minikrylov
