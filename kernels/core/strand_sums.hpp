// Inner products in a few independent partial sums each: the same bits whatever the registers of the processor.
#pragma once
#include "kernels/core/simd.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Independent partial sums per product: the lanes of the widest registers, so that the order of summation is the same
/// on all processors.
inline constexpr int strands = 8;

/// Partial sums of the products of a column x with N columns z, in registers: inlined, or they would pass through
/// memory in stores and loads of different sizes, each pair of which stalls.
template <int N> class StrandSums {
 public:
  KOKKOS_FORCEINLINE_FUNCTION StrandSums() {
    for (auto& of_column : sum_)
      for (Simd& s : of_column) s = Simd(0.0);
  }
  KOKKOS_FORCEINLINE_FUNCTION explicit StrandSums(const double* sums) {
    for (int q = 0; q < N; ++q)
      for (int g = 0; g < registers; ++g) sum_[q][g] = load<Simd>(sums + q * strands + g * lanes);
  }

  /// sum[q][l] += Σ x[e] z_q[e] over e = l mod strands; `count` is a multiple of `strands`.
  KOKKOS_FORCEINLINE_FUNCTION void add(const double* x, const double* const* z, Offset count) {
    for (Offset e = 0; e < count; e += strands)
      for (int g = 0; g < registers; ++g) {
        const Simd value = load<Simd>(x + e + g * lanes);
        for (int q = 0; q < N; ++q) sum_[q][g] = sum_[q][g] + value * load<Simd>(z[q] + e + g * lanes);
      }
  }

  KOKKOS_FORCEINLINE_FUNCTION void copy_to(double* sums) const {
    for (int q = 0; q < N; ++q)
      for (int g = 0; g < registers; ++g) store(sum_[q][g], sums + q * strands + g * lanes);
  }

 private:
  static constexpr int registers = strands / lanes;
  Simd sum_[N][registers];
};

/// sums[q][l] ← `from` + Σ x[e] z_q[e] over e = l mod strands, for any count.
template <int N>
KOKKOS_FORCEINLINE_FUNCTION void sum_strands(StrandSums<N> from, const double* x, const double* const* z, Offset count,
                                             double* sums) {
  const Offset whole = count / strands * strands;
  from.add(x, z, whole);
  from.copy_to(sums);
  for (int q = 0; q < N; ++q)
    for (Offset e = whole; e < count; ++e) sums[q * strands + (e - whole)] += x[e] * z[q][e];
}

}  // namespace minikrylov
