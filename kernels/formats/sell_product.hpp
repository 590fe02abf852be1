// y = A x with chunks: the inner loops on a host.
#pragma once
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernels/core/caches.hpp"
#include "kernels/core/dispatch.hpp"
#include "kernels/core/simd.hpp"
#include "kernels/formats/sell_columns.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov::sell {

/// The arrays of a matrix with values of type Real.
template <class Real> struct ChunksOf {
  const LocalIndex* first_rows;
  const Offset* offsets;
  const Offset* column_begins;
  const LocalIndex* columns;
  const Real* values;
};
using Chunks = ChunksOf<double>;

/// The k-th column of a row in an irregular (Listed), a regular (Consecutive) or a Mixed chunk; see SellColumns.
template <int C> struct Listed {
  const LocalIndex* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const { return of[k * C + row]; }
};
struct Consecutive {
  const LocalIndex* of;  ///< of the first row
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const { return of[k] + row; }
};

/// The columns of all rows for one k.
struct OneList {
  const LocalIndex* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset, LocalIndex row) const { return of[row]; }
};
struct Mixed {
  const LocalIndex* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const {
    return of[k] >= 0 ? of[k] + row : of[row - of[k]];
  }
  /// use(what has the k-th columns), which knows whether they are consecutive.
  template <class Use> inline void with(Offset k, const Use& use) const {
    if (of[k] >= 0)
      use(Consecutive{of});
    else
      use(OneList{of - of[k]});
  }
};

/// Calls use() with the columns of chunk c as Listed, Consecutive or Mixed. Their number tells which, since C > 1.
template <int C, class Real, class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_columns(const ChunksOf<Real>& a, LocalIndex c, const Use& use) {
  const LocalIndex* of = a.columns + a.column_begins[c];
  const Offset count = a.column_begins[c + 1] - a.column_begins[c], entries = a.offsets[c + 1] - a.offsets[c];
  if (count * C == entries)
    use(Consecutive{of});
  else if (count == entries)
    use(Listed<C>{of});
  else
    use(Mixed{of});
}

/// A width known only at run time.
inline constexpr int any_width = 0;

/// Widths for which products are compiled.
inline constexpr int compiled_widths[] = {1, 2, 4, 8, 16, 32};

/// Calls use() with the width as a type if products are compiled for it, otherwise with any_width.
template <class Use> void with_width(int width, const Use& use) {
  dispatch<compiled_widths>(width, use, [&] { use(std::integral_constant<int, any_width>()); });
}

/// Prefetches listed columns `distance` entries after the k-th ones; in a regular chunk there are too few to pay off.
template <int count, class Columns> inline void prefetch_columns(const Columns&, Offset, Offset) {}
template <int count, int C> inline void prefetch_columns(const Listed<C>& columns, Offset k, Offset distance) {
  prefetch<count>(columns.of + k * C + distance);
}

/// Prefetches what comes `distance` entries after the k-th entries of the rows at `values`.
template <int count, class Real, class Columns>
inline void prefetch_behind(const Columns& columns, Offset k, const Real* values, Offset distance) {
  prefetch<count>(values + distance);
  prefetch_columns<count>(columns, k, distance);
}

/// The values of a chunk of C rows, stored as they are: the k-th of a row.
template <int C, class Real> struct Stored {
  const Real* of;
  KOKKOS_FORCEINLINE_FUNCTION const Real* at(Offset k, LocalIndex row) const { return of + k * C + row; }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(Offset k, LocalIndex row) const {
    return static_cast<double>(*at(k, row));
  }
  /// Prefetches what comes `distance` numbers after the k-th ones.
  void prefetch_behind(Offset k, Offset distance) const { prefetch<C>(of + k * C + distance); }
};

/// The sums of R adjacent rows of a chunk, from row `first` on.
template <int R, int first> struct RowSums {
  double sum[R] = {};

  template <class Values, class Columns>
  inline void add(const Values& values, const Columns& columns, Offset k, const double* x) {
    if constexpr (R == 8 && requires(double* found) { values.eight_rows(k, first, found); }) {
      double found[R];
      values.eight_rows(k, first, found);
      for (int row = first; row < first + R; ++row) sum[row - first] += found[row - first] * x[columns(k, row)];
    } else {
      for (int row = first; row < first + R; ++row) sum[row - first] += values(k, row) * x[columns(k, row)];
    }
  }
  inline void store(double* y, LocalIndex rows) const {
    if (rows >= first + R)
      for (int row = first; row < first + R; ++row) y[row] = sum[row - first];
    else
      for (int row = first; row < rows; ++row) y[row] = sum[row - first];
  }
};

/// A chunk: its values, entries per row, and number of rows.
template <class Real> struct ChunkOf {
  const Real* values;
  Offset length;
  LocalIndex rows;
};
using Chunk = ChunkOf<double>;

/// One chunk of `rows` rows with `length` entries each, times one vector, in groups of R = 8 rows, which compile to
/// plain loads and vector arithmetic, faster than gather instructions.
template <int C, int R, class Values, class Columns, int... group>
inline void multiply_one(const Values& values, const Columns& columns, Offset length, LocalIndex rows, const double* x,
                         const ResultRows& y, std::integer_sequence<int, group...>) {
  const Offset distance = y.ahead.entries;
  std::tuple<RowSums<R, group * R>...> sums;
  for (Offset k = 0; k < length; ++k) {
    values.prefetch_behind(k, distance);
    prefetch_columns<C>(columns, k, distance);
    const auto add = [&](const auto& of_rows) { (std::get<group>(sums).add(values, of_rows, k, x), ...); };
    if constexpr (std::is_same_v<Columns, Mixed>)
      columns.with(k, add);
    else
      add(columns);
  }
  (std::get<group>(sums).store(y.rows, rows), ...);
}

/// The rows of one chunk times a few vectors, R rows at a time. With plain loops of constant bounds the compiler keeps
/// all sums in registers and loads the elements of a row of x together.
template <int C, int M, int R, class Columns>
inline void multiply_few(const Chunk& a, const Columns& columns, const double* x, const ResultRows& y) {
  const Offset distance = y.ahead.entries;
  for (LocalIndex first = 0; first < a.rows; first += R) {
    double sum[R][M] = {};
    for (Offset k = 0; k < a.length; ++k) {
      const double* values = a.values + k * C + first;
      prefetch_behind<R>(columns, k, values, distance);
      for (int row = 0; row < R; ++row) {
        const double* from = x + Offset{columns(k, first + row)} * M;
        for (int j = 0; j < M; ++j) sum[row][j] += values[row] * from[j];
      }
    }
    for (int row = 0; row < R && first + row < a.rows; ++row)
      for (int j = 0; j < M; ++j) y.rows[Offset{first + row} * M + j] = sum[row][j];
  }
}

/// The rows of one chunk times many vectors, row by row, sums in vector registers. Only the row of x for the last
/// column is prefetched: in a banded matrix no earlier row has read it yet. Measured on an x86-64 server (its model was
/// not noted) for 16 right-hand sides: a quarter faster than no prefetch, 8 % faster than prefetching all columns; the
/// longer distance into the second level of cache gains another tenth in fast memory. One companion, a vector that the
/// fused task reads next, is prefetched row by row as well (a quarter faster); two or more are too many streams for a
/// core (slower).
template <int C, int M, class Columns, int... part>
inline void multiply_many(const Chunk& a, const Columns& columns, const double* x, const ResultRows& y,
                          std::integer_sequence<int, part...>) {
  const Offset near = y.ahead.rows * M;
  for (Offset k = 0; k < a.length; ++k) prefetch_behind<C>(columns, k, a.values + k * C, y.ahead.entries);
  for (LocalIndex row = 0; row < a.rows; ++row) {
    Simd sums[] = {(static_cast<void>(part), Simd(0.0))...};
    const double* from = x;
    for (Offset k = 0; k < a.length; ++k) {
      const Simd value(a.values[k * C + row]);
      from = x + Offset{columns(k, row)} * M;
      ((sums[part] = sums[part] + value * load<Simd>(from + part * lanes)), ...);
    }
    prefetch<M>(from + near);
    prefetch<M, used_later>(from + 4 * near);
    if (y.companion != nullptr) prefetch<M>(y.companion + Offset{row} * M);
    double* const to = y.rows + Offset{row} * M;
    (store(sums[part], to + part * lanes), ...);
    if (y.streamed != nullptr) stream(to, M, y.streamed + Offset{row} * M);
  }
}

/// The rows of one chunk times any number of vectors.
template <int C, class Columns>
inline void multiply_any(const Chunk& a, const Columns& columns, const double* x, int width, double* y) {
  for (LocalIndex row = 0; row < a.rows; ++row) {
    double sum[max_width] = {};
    for (Offset k = 0; k < a.length; ++k) {
      const double* from = x + Offset{columns(k, row)} * width;
      for (int j = 0; j < width; ++j) sum[j] += a.values[k * C + row] * from[j];
    }
    for (int j = 0; j < width; ++j) y[Offset{row} * width + j] = sum[j];
  }
}

/// One chunk times `width` vectors; M is the width, or any_width. `y` starts at its first row.
template <int C, int M, class Columns>
inline void multiply_chunk(const Chunk& chunk, const Columns& columns, const double* x, int width,
                           const ResultRows& y) {
  constexpr int R = C < 8 ? C : 8;
  constexpr bool many = M >= 8 && M % lanes == 0;
  if constexpr (M == any_width)
    multiply_any<C>(chunk, columns, x, width, y.rows);
  else if constexpr (M == 1)
    multiply_one<C, R>(Stored<C, double>{chunk.values}, columns, chunk.length, chunk.rows, x, y,
                       std::make_integer_sequence<int, C / R>());
  else if constexpr (many)
    multiply_many<C, M>(chunk, columns, x, y, std::make_integer_sequence<int, M / lanes>());
  else
    multiply_few<C, M, R>(chunk, columns, x, y);
  if (!many && y.streamed != nullptr) stream(y.rows, Offset{chunk.rows} * width, y.streamed);
}

/// The chunks [first, last) on one thread. M is the width, or any_width.
template <int C, int M>
void multiply_chunks(const Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                     const ResultRows& y) {
  for (LocalIndex c = first; c < last; ++c) {
    const Chunk chunk{a.values + a.offsets[c], (a.offsets[c + 1] - a.offsets[c]) / C,
                      a.first_rows[c + 1] - a.first_rows[c]};
    const ResultRows to = y.from(Offset{a.first_rows[c] - a.first_rows[first]} * width);
    with_columns<C>(a, c, [&](const auto& columns) { multiply_chunk<C, M>(chunk, columns, x, width, to); });
  }
}

}  // namespace minikrylov::sell
