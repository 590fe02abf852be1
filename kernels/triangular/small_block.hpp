// Dense B × B matrices, row-major: the pivots of block factorisations.
#pragma once
#include "kernels/core/types.hpp"

namespace minikrylov::small_block {

/// c ← c - a b.
template <int B> KOKKOS_FORCEINLINE_FUNCTION void subtract_product(const double* a, const double* b, double* c) {
  for (int i = 0; i < B; ++i)
    for (int k = 0; k < B; ++k)
      for (int j = 0; j < B; ++j) c[i * B + j] -= a[i * B + k] * b[k * B + j];
}

/// c ← c - a bᵀ.
template <int B>
KOKKOS_FORCEINLINE_FUNCTION void subtract_product_transposed(const double* a, const double* b, double* c) {
  for (int i = 0; i < B; ++i)
    for (int j = 0; j < B; ++j)
      for (int k = 0; k < B; ++k) c[i * B + j] -= a[i * B + k] * b[j * B + k];
}

/// c ← a b.
template <int B> KOKKOS_FORCEINLINE_FUNCTION void multiply(const double* a, const double* b, double* c) {
  for (int i = 0; i < B; ++i)
    for (int j = 0; j < B; ++j) {
      c[i * B + j] = 0;
      for (int k = 0; k < B; ++k) c[i * B + j] += a[i * B + k] * b[k * B + j];
    }
}

/// inverse ← a⁻¹ by LU with partial pivoting. Returns the first column in which all pivots are zero or NaN, or B if
/// there is none.
template <int B> KOKKOS_FUNCTION int invert(const double* a, double* inverse) {
  double lu[B][B], right[B][B];
  for (int i = 0; i < B; ++i)
    for (int j = 0; j < B; ++j) lu[i][j] = a[i * B + j], right[i][j] = i == j;
  for (int k = 0; k < B; ++k) {
    int best = k;
    for (int i = k + 1; i < B; ++i)
      if (Kokkos::abs(lu[i][k]) > Kokkos::abs(lu[best][k])) best = i;
    if (!(Kokkos::abs(lu[best][k]) > 0)) return k;
    for (int j = 0; j < B; ++j) {
      Kokkos::kokkos_swap(lu[k][j], lu[best][j]);
      Kokkos::kokkos_swap(right[k][j], right[best][j]);
    }
    for (int i = k + 1; i < B; ++i) {
      const double factor = lu[i][k] / lu[k][k];
      for (int j = k; j < B; ++j) lu[i][j] -= factor * lu[k][j];
      for (int j = 0; j < B; ++j) right[i][j] -= factor * right[k][j];
    }
  }
  for (int i = B; i-- > 0;)
    for (int j = 0; j < B; ++j) {
      double sum = right[i][j];
      for (int k = i + 1; k < B; ++k) sum -= lu[i][k] * inverse[k * B + j];
      inverse[i * B + j] = sum / lu[i][i];
    }
  return B;
}

/// A pivot of a symmetric block, eliminated without interchanges. The pivots of a positive definite block are positive.
struct Pivot {
  int row;
  double value;
};

/// The first pivot that is not positive; row is B if all are.
template <int B> KOKKOS_FUNCTION Pivot first_bad_pivot(const double* a) {
  double work[B][B];
  for (int i = 0; i < B; ++i)
    for (int j = 0; j < B; ++j) work[i][j] = a[i * B + j];
  for (int k = 0; k < B; ++k) {
    if (!(work[k][k] > 0)) return {k, work[k][k]};
    for (int i = k + 1; i < B; ++i)
      for (int j = k + 1; j < B; ++j) work[i][j] -= work[i][k] * work[k][j] / work[k][k];
  }
  return {B, 0};
}

}  // namespace minikrylov::small_block
