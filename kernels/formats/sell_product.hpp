// y = A x with a matrix in chunks: the inner loops, on a host and on a device.
#pragma once
#include <tuple>
#include <utility>

#include "kernels/core/caches.hpp"
#include "kernels/core/dispatch.hpp"
#include "kernels/core/simd.hpp"
#include "kernels/formats/sell_columns.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov::sell {

/// What a product reads of a matrix whose numbers are of this type.
template <class Real> struct ChunksOf {
  const LocalIndex* first_rows;
  const Offset* offsets;
  const Offset* column_begins;
  const LocalIndex* columns;
  const Real* values;
};
using Chunks = ChunksOf<double>;

/// Column numbers of a chunk of C rows: the k-th of a row.
template <int C> struct Listed {
  const LocalIndex* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const { return of[k * C + row]; }
};
struct Consecutive {
  const LocalIndex* of;  ///< of the first row
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const { return of[k] + row; }
};

/// use(the columns of chunk c, as they are stored). C = 1 does not occur, so the lengths tell.
template <int C, class Real, class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_columns(const ChunksOf<Real>& a, LocalIndex c, const Use& use) {
  const LocalIndex* of = a.columns + a.column_begins[c];
  if (a.column_begins[c + 1] - a.column_begins[c] == a.offsets[c + 1] - a.offsets[c])
    use(Listed<C>{of});
  else
    use(Consecutive{of});
}

/// A width that is known only at run time.
inline constexpr int any_width = 0;

/// Widths for which products are compiled.
inline constexpr int compiled_widths[] = {1, 2, 4, 8, 16, 32};

/// use(the width, as a type): as it is where products are compiled for it, any_width otherwise.
template <class Use> void with_width(int width, const Use& use) {
  dispatch<compiled_widths>(width, use, [&] { use(std::integral_constant<int, any_width>()); });
}

// --- host ------------------------------------------------------------------------------------------------------------

/// Entries that are asked for before they are needed: values and columns stream from memory, and the hardware does not
/// look far enough ahead (measured on x86-64 for one right-hand side: twice the speed on one core, 25 % on all).
inline constexpr Offset prefetch_distance = 512;

/// Asks for what comes `distance` entries behind entry e, the k-th of its rows.
template <int C, int count, class Real>
inline void prefetch_behind(const Listed<C>& columns, Offset k, const Real* values, Offset distance) {
  prefetch<count>(values + distance);
  prefetch<count>(columns.of + k * C + distance);
}
template <int C, int count, class Real>
inline void prefetch_behind(const Consecutive&, Offset, const Real* values, Offset distance) {
  prefetch<count>(values + distance);
}

/// The sums of a few rows that lie side by side in a chunk, from row `first` of the chunk on.
template <int R, int first> struct RowSums {
  double sum[R] = {};

  template <class Real, class Columns>
  inline void add(const Real* values, const Columns& columns, Offset k, const double* x) {
    for (int row = first; row < first + R; ++row)
      sum[row - first] += static_cast<double>(values[row]) * x[columns(k, row)];
  }
  inline void store(double* y, LocalIndex rows) const {
    for (int row = first; row < first + R && row < rows; ++row) y[row] = sum[row - first];
  }
};

/// One chunk that is being multiplied: its values, how many a row, and its rows.
template <class Real> struct ChunkOf {
  const Real* values;
  Offset length;
  LocalIndex rows;
};
using Chunk = ChunkOf<double>;

/// The rows of one chunk times one vector, in groups of R = 8 rows: these are compiled to plain loads and vector
/// arithmetic, which are faster than gather instructions.
template <int C, int R, class Columns, int... group>
inline void multiply_one(const Chunk& a, const Columns& columns, const double* x, double* y,
                         std::integer_sequence<int, group...>) {
  std::tuple<RowSums<R, group * R>...> sums;
  for (Offset k = 0; k < a.length; ++k) {
    prefetch_behind<C, C>(columns, k, a.values + k * C, prefetch_distance);
    (std::get<group>(sums).add(a.values + k * C, columns, k, x), ...);
  }
  (std::get<group>(sums).store(y, a.rows), ...);
}

/// The rows of one chunk times a few vectors, R rows at a time. Plain loops over constant bounds: in this form, all
/// sums stay in registers and the elements of one row of x are loaded together.
template <int C, int M, int R, class Columns>
inline void multiply_few(const Chunk& a, const Columns& columns, const double* x, double* y) {
  for (LocalIndex first = 0; first < a.rows; first += R) {
    double sum[R][M] = {};
    for (Offset k = 0; k < a.length; ++k) {
      const double* values = a.values + k * C + first;
      prefetch_behind<C, R>(columns, k, values, prefetch_distance);
      for (int row = 0; row < R; ++row) {
        const double* from = x + Offset{columns(k, first + row)} * M;
        for (int j = 0; j < M; ++j) sum[row][j] += values[row] * from[j];
      }
    }
    for (int row = 0; row < R && first + row < a.rows; ++row)
      for (int j = 0; j < M; ++j) y[Offset{first + row} * M + j] = sum[row][j];
  }
}

/// How many rows ahead multiply_many asks for rows of x in the smallest cache; in the next one, four times as many
/// (measured on x86-64, see below).
inline constexpr Offset row_prefetch_distance = 16;

/// The rows of one chunk times many vectors: one row after the other, its sums in vector registers. Of the rows of x,
/// that of the last column is asked for: in a banded matrix the only one that no earlier row has read (measured on
/// x86-64 for 16 right-hand sides: a quarter faster than without, 8 % faster than with those of all columns; asking the
/// next cache far ahead gains another tenth in fast memory). What follows the product reads one vector more where it is
/// asked for row by row in between, without waiting (a quarter faster); of two or more a core cannot keep track
/// (slower).
template <int C, int M, class Columns, int... part>
inline void multiply_many(const Chunk& a, const Columns& columns, const double* x, const ResultRows& y,
                          std::integer_sequence<int, part...>) {
  for (Offset k = 0; k < a.length; ++k) prefetch_behind<C, C>(columns, k, a.values + k * C, prefetch_distance);
  for (LocalIndex row = 0; row < a.rows; ++row) {
    Simd sums[] = {(static_cast<void>(part), Simd(0.0))...};
    const double* from = x;
    for (Offset k = 0; k < a.length; ++k) {
      const Simd value(a.values[k * C + row]);
      from = x + Offset{columns(k, row)} * M;
      ((sums[part] = sums[part] + value * load<Simd>(from + part * lanes)), ...);
    }
    prefetch<M>(from + row_prefetch_distance * M);
    prefetch<M, used_later>(from + 4 * row_prefetch_distance * M);
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

/// The chunks [first, last) on one thread; M: the width, or any_width.
template <int C, int M>
void multiply_chunks(const Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                     const ResultRows& y) {
  constexpr int R = C < 8 ? C : 8;
  for (LocalIndex c = first; c < last; ++c) {
    const Chunk chunk{a.values + a.offsets[c], (a.offsets[c + 1] - a.offsets[c]) / C,
                      a.first_rows[c + 1] - a.first_rows[c]};
    const ResultRows to = y.from(Offset{a.first_rows[c] - a.first_rows[first]} * width);
    constexpr bool many = M >= 8 && M % lanes == 0;
    with_columns<C>(a, c, [&](const auto& columns) {
      if constexpr (M == any_width)
        multiply_any<C>(chunk, columns, x, width, to.rows);
      else if constexpr (M == 1)
        multiply_one<C, R>(chunk, columns, x, to.rows, std::make_integer_sequence<int, C / R>());
      else if constexpr (many)
        multiply_many<C, M>(chunk, columns, x, to, std::make_integer_sequence<int, M / lanes>());
      else
        multiply_few<C, M, R>(chunk, columns, x, to.rows);
    });
    if (!many && to.streamed != nullptr) stream(to.rows, Offset{chunk.rows} * width, to.streamed);
  }
}

// --- device ----------------------------------------------------------------------------------------------------------

/// One element of y a thread: neighbouring threads read neighbouring entries, or neighbouring right-hand sides.
template <int C, int M> struct Elements {
  Chunks a;
  LocalIndex first_chunk;
  const double* x;
  int width;
  double* y;

  KOKKOS_FUNCTION void operator()(Offset element) const {
    const Offset m = M == any_width ? width : M;
    const auto place = element / m, j = element % m;
    const auto c = static_cast<LocalIndex>(first_chunk + place / C), lane = static_cast<LocalIndex>(place % C);
    const LocalIndex row = a.first_rows[c] + lane;
    if (row >= a.first_rows[c + 1]) return;
    const double* values = a.values + a.offsets[c] + lane;
    const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C;
    double sum = 0;
    with_columns<C>(a, c, [&](const auto& columns) {
      for (Offset k = 0; k < length; ++k) sum += values[k * C] * x[columns(k, lane) * m + j];
    });
    y[row * m + j] = sum;
  }
};

}  // namespace minikrylov::sell
