// y = A x with chunks: the inner loops on a host.
#pragma once
#include <type_traits>
#include <utility>

#include "kernels/core/simd.hpp"
#include "kernels/formats/sell_single.hpp"
#include "kernels/formats/streamed_rows.hpp"
#include "kernels/formats/widths.hpp"

namespace minikrylov::sell {

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
    if (y.streamed != nullptr) (sums[part].stream_to(y.streamed + Offset{row} * M + part * lanes), ...);
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

/// One chunk times `width` vectors; M is the width, not 1, or any_width. `y` starts at its first row.
template <int C, int M, class Columns>
inline void multiply_chunk(const Chunk& chunk, const Columns& columns, const double* x, int width,
                           const ResultRows& y) {
  constexpr int R = C < 8 ? C : 8;
  constexpr bool many = M >= 8 && M % lanes == 0;
  if constexpr (M == any_width)
    multiply_any<C>(chunk, columns, x, width, y.rows);
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
  if constexpr (M == 1) {
    with_rows_of_one<C>(y, [&](const auto& rows) { multiply_chunks_by_one<C>(a, first, last, x, rows); });
  } else {
    for (LocalIndex c = first; c < last; ++c) {
      const Chunk chunk{a.values + a.offsets[c], (a.offsets[c + 1] - a.offsets[c]) / C,
                        a.first_rows[c + 1] - a.first_rows[c]};
      const ResultRows to = y.from(Offset{a.first_rows[c] - a.first_rows[first]} * width);
      with_columns<C>(a, c, [&](const auto& columns) { multiply_chunk<C, M>(chunk, columns, x, width, to); });
    }
  }
}

}  // namespace minikrylov::sell
