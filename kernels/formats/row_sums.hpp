// Sums of adjacent rows of a chunk, in registers.
#pragma once
#include <algorithm>
#include <type_traits>

#include "kernels/core/caches.hpp"
#include "kernels/core/simd.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov::sell {

/// Adjacent numbers, widened to double.
template <class V, class Real> MINIKRYLOV_ALWAYS_INLINE V load_wide(const Real* from) {
  if constexpr (std::is_same_v<Real, double>)
    return load<V>(from);
  else if constexpr (std::is_same_v<V, double>)
    return static_cast<double>(*from);
  else
    return V::widened(from);
}

/// The n-th numbers of as many adjacent rows as V has lanes, from row `first` on, decoded if they are coded.
template <class V, class Values>
MINIKRYLOV_ALWAYS_INLINE V load_numbers(const Values& values, Offset n, LocalIndex first) {
  if constexpr (requires { values.at(n, first); }) {
    return load_wide<V>(values.at(n, first));
  } else {
    constexpr int R = std::is_same_v<V, double> ? 1 : lanes;
    double found[R < 8 ? 8 : R];
    if constexpr (R > 1 && 8 % R == 0 && requires { values.eight_rows(n, first, found); }) {
      // The others of these rows are in the next registers, for which compilers do not decode again.
      const LocalIndex place = first % 8;
      values.eight_rows(n, first - place, found);
      return load<V>(found + place);
    } else {
      for (int p = 0; p < R; ++p) found[p] = values(n, first + p);
      return load<V>(found);
    }
  }
}

/// The elements of x for the k-th columns of as many adjacent rows. Where these are not consecutive, elements are
/// inserted into the register one by one, which is faster than gather instructions or a temporary in memory.
template <class V, class Columns, class Real>
MINIKRYLOV_ALWAYS_INLINE V load_operands(const Columns& columns, Offset k, LocalIndex first, const Real* x) {
  if constexpr (std::is_same_v<V, double> || requires { typename Columns::AreConsecutive; })
    return load<V>(x + columns(k, first));
  else
    return V([&](std::size_t p) { return static_cast<double>(x[columns(k, first + static_cast<LocalIndex>(p))]); });
}

/// How many vectors a number of the matrix is multiplied by while it is in a register: the one at an address, or as
/// many as X has; see Operands.
template <class X> inline constexpr int vectors_of = X::vectors;
template <class Real> inline constexpr int vectors_of<const Real*> = 1;

template <class Real> [[nodiscard]] MINIKRYLOV_ALWAYS_INLINE const Real* vector_of(const Real* x, int) { return x; }

/// Puts sums of adjacent rows, of the vector numbered v, where they belong: whole registers, and up to any number. Here
/// to addresses; see FinishedRows for another place.
template <class V> MINIKRYLOV_ALWAYS_INLINE void put(const V& sums, double* y, int /*v*/, LocalIndex row) {
  store(sums, y + row);
}
MINIKRYLOV_ALWAYS_INLINE void put_rows(const double* sums, LocalIndex count, double* y, int /*v*/, LocalIndex row) {
  std::copy(sums, sums + count, y + row);
}

/// The sums of R adjacent rows of a chunk, from row `first` on, for as many vectors. Registers are written out:
/// compilers that prefer narrower ones made eight scalar sums of plain loops (GCC 12 for a Xeon with AVX-512).
template <int R, int first, int vectors = 1> class RowSums {
  using V = std::conditional_t<R % lanes == 0, Simd, double>;
  static constexpr int rows_each = R % lanes == 0 ? lanes : 1, registers = R / rows_each;

 public:
  RowSums() {
    for (auto& of_vector : sum_)
      for (V& sum : of_vector) sum = V(0.0);
  }

  template <class Values, class Columns, class X>
  MINIKRYLOV_ALWAYS_INLINE void add(const Values& values, const Columns& columns, Offset k, const X& x) {
    for (int i = 0; i < registers; ++i) {
      const LocalIndex row = first + i * rows_each;
      const V numbers = load_numbers<V>(values, k, row);
      for (int v = 0; v < vectors; ++v)
        sum_[v][i] = sum_[v][i] + numbers * load_operands<V>(columns, k, row, vector_of(x, v));
    }
  }

  MINIKRYLOV_ALWAYS_INLINE void copy_to(double* sums, int v = 0) const {
    for (int i = 0; i < registers; ++i) minikrylov::store(sum_[v][i], sums + i * rows_each);
  }

  /// y: the place of the first row of the chunk, which has `rows` rows.
  template <class Y> MINIKRYLOV_ALWAYS_INLINE void store(const Y& y, LocalIndex rows) const {
    if (rows >= first + R) {
      for (int v = 0; v < vectors; ++v)
        for (int i = 0; i < registers; ++i) put(sum_[v][i], y, v, first + i * rows_each);
    } else if (rows > first) {
      for (int v = 0; v < vectors; ++v) {
        double sums[R];
        copy_to(sums, v);
        put_rows(sums, rows - first, y, v, first);
      }
    }
  }

 private:
  V sum_[vectors][registers];
};

}  // namespace minikrylov::sell
