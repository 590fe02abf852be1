// y = A x with chunks of blocks: the inner loops on a host.
#pragma once
#include "kernels/formats/sell_product.hpp"

namespace minikrylov::sell {

/// The number of the k-th block of a point in row r and column c, among all numbers of the point.
template <int B> KOKKOS_FORCEINLINE_FUNCTION constexpr Offset number_in_block(Offset k, int r, int c) {
  return (k * B + r) * B + c;
}

/// Prefetches what comes some time after the k-th blocks of R points.
template <int B, int R, int C>
MINIKRYLOV_ALWAYS_INLINE void prefetch_behind_blocks(const Stored<C, double>& values, Offset k, LocalIndex first,
                                                     const Prefetching& ahead) {
  const double* const from = values.at(k * (B * B), first) + ahead.block_entries;
  if (ahead.block_stay == used_once)
    for (int n = 0; n < B * B; ++n) prefetch<R, used_once>(from + n * C);
  else if (ahead.block_stay == used_later)
    for (int n = 0; n < B * B; ++n) prefetch<R, used_later>(from + n * C);
  else
    for (int n = 0; n < B * B; ++n) prefetch<R>(from + n * C);
}
template <int B, int R, class Values>
MINIKRYLOV_ALWAYS_INLINE void prefetch_behind_blocks(const Values& values, Offset k, LocalIndex first,
                                                     const Prefetching& ahead) {
  if (first == 0)
    for (int n = 0; n < B * B; ++n) values.prefetch_behind(k * (B * B) + n, ahead.entries);
}

/// Sums for as many adjacent points as a register has lanes, for each of a few vectors.
template <int B, int C, int M> struct PointSums {
  using V = std::conditional_t<C % lanes == 0, Simd, double>;
  static constexpr int R = C % lanes == 0 ? lanes : 1;
  V sum[B][M];

  PointSums() {
    for (int r = 0; r < B; ++r)
      for (int j = 0; j < M; ++j) sum[r][j] = V(0.0);
  }

  /// Adds the k-th blocks of the points from `first` on. Elements of x are inserted into registers one by one, which is
  /// faster than gather instructions or a temporary in memory.
  template <class Values, class Columns>
  inline void add(const Values& values, const Columns& columns, Offset k, LocalIndex first, const double* x) {
    for (int c = 0; c < B; ++c)
      for (int j = 0; j < M; ++j) {
        V from(0.0);
        if constexpr (R == 1)
          from = V(x[(Offset{columns(k, first)} * B + c) * M + j]);
        else
          from = V([&](std::size_t p) {
            return x[(Offset{columns(k, first + static_cast<LocalIndex>(p))} * B + c) * M + j];
          });
        for (int r = 0; r < B; ++r)
          sum[r][j] = sum[r][j] + load_numbers<V>(values, number_in_block<B>(k, r, c), first) * from;
      }
  }

  /// to[r][j][p]: the sum of row r of point p.
  void unpack(double (&to)[B][M][R]) const {
    for (int r = 0; r < B; ++r)
      for (int j = 0; j < M; ++j) store(sum[r][j], to[r][j]);
  }
};

/// One chunk of `points` points with `length` blocks each times a few vectors, a register of points at a time; y points
/// to the chunk's first row.
template <int B, int C, int M, class Values, class Columns>
inline void multiply_blocks_few(const Values& values, const Columns& columns, Offset length, LocalIndex points,
                                const double* x, const ResultRows& y) {
  constexpr int R = PointSums<B, C, M>::R;
  const Prefetching ahead = y.ahead;
  for (LocalIndex first = 0; first < points; first += R) {
    PointSums<B, C, M> sums;
    for (Offset k = 0; k < length; ++k) {
      prefetch_behind_blocks<B, R>(values, k, first, ahead);
      sums.add(values, columns, k, first, x);
    }
    double sum[B][M][R];
    sums.unpack(sum);
    double* const to = y.rows + Offset{first} * (B * M);
    if (first + R <= points) {
      for (int p = 0; p < R; ++p)
        for (int r = 0; r < B; ++r)
          for (int j = 0; j < M; ++j) to[(p * B + r) * M + j] = sum[r][j][p];
    } else {
      for (int p = 0; first + p < points; ++p)
        for (int r = 0; r < B; ++r)
          for (int j = 0; j < M; ++j) to[(p * B + r) * M + j] = sum[r][j][p];
    }
  }
}

/// One chunk times many vectors, point by point, with as many sums at a time as fit into registers.
template <int B, int C, int M, class Columns>
inline void multiply_blocks_many(const Chunk& a, const Columns& columns, const double* x, const ResultRows& y) {
  using V = std::conditional_t<M % lanes == 0, Simd, double>;
  constexpr int step = M % lanes == 0 ? lanes : 1, parts = M / step < 4 ? M / step : 4;
  for (Offset k = 0; k < a.length; ++k) prefetch<B * B * C>(a.values + k * (B * B * C) + y.ahead.entries);
  for (LocalIndex lane = 0; lane < a.rows; ++lane) {
    const ResultRows point = y.from(Offset{lane} * (B * M));
    for (int j = 0; j < M; j += parts * step) {
      V sum[B][parts];
      for (int r = 0; r < B; ++r)
        for (int part = 0; part < parts; ++part) sum[r][part] = V(0.0);
      for (Offset k = 0; k < a.length; ++k) {
        const double* from = x + Offset{columns(k, lane)} * B * M + j;
        for (int c = 0; c < B; ++c)
          for (int r = 0; r < B; ++r) {
            const V value(a.values[number_in_block<B>(k, r, c) * C + lane]);
            for (int part = 0; part < parts; ++part)
              sum[r][part] = sum[r][part] + value * load<V>(from + c * M + part * step);
          }
      }
      for (int r = 0; r < B; ++r)
        for (int part = 0; part < parts; ++part) store(sum[r][part], point.rows + r * M + j + part * step);
    }
    if (point.companion != nullptr) prefetch<B * M>(point.companion);
    if (point.streamed != nullptr) stream(point.rows, B * M, point.streamed);
  }
}

/// One row of a chunk times any number of vectors.
template <int B, int C, class Columns>
KOKKOS_FUNCTION void multiply_block_row(const Chunk& a, const Columns& columns, int lane, int r, const double* x,
                                        int width, double* y) {
  double sum[max_width];
  for (int j = 0; j < width; ++j) sum[j] = 0;
  for (Offset k = 0; k < a.length; ++k)
    for (int c = 0; c < B; ++c) {
      const double value = a.values[number_in_block<B>(k, r, c) * C + lane];
      const double* from = x + (Offset{columns(k, lane)} * B + c) * width;
      for (int j = 0; j < width; ++j) sum[j] += value * from[j];
    }
  for (int j = 0; j < width; ++j) y[j] = sum[j];
}

/// One chunk times `width` vectors; M is the width, or any_width. `y` starts at its first row.
template <int B, int C, int M, class Columns>
inline void multiply_block_chunk(const Chunk& chunk, const Columns& columns, const double* x, int width,
                                 const ResultRows& y) {
  constexpr bool many = M > 4;
  if constexpr (many)
    multiply_blocks_many<B, C, M>(chunk, columns, x, y);
  else if constexpr (M != any_width)
    multiply_blocks_few<B, C, M>(Stored<C, double>{chunk.values}, columns, chunk.length, chunk.rows, x, y);
  else
    for (int e = 0; e < chunk.rows * B; ++e)
      multiply_block_row<B, C>(chunk, columns, e / B, e % B, x, width, y.rows + Offset{e} * width);
  if (!many && y.streamed != nullptr) stream(y.rows, Offset{chunk.rows} * B * width, y.streamed);
}

/// The chunks [first, last) on one thread. M is the width, or any_width.
template <int B, int C, int M>
void multiply_block_chunks(const Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                           const ResultRows& y) {
  for (LocalIndex c = first; c < last; ++c) {
    const Chunk chunk{a.values + a.offsets[c] * (B * B), (a.offsets[c + 1] - a.offsets[c]) / C,
                      a.first_rows[c + 1] - a.first_rows[c]};
    const ResultRows to = y.from(Offset{a.first_rows[c] - a.first_rows[first]} * B * width);
    with_columns<C>(a, c, [&](const auto& columns) { multiply_block_chunk<B, C, M>(chunk, columns, x, width, to); });
  }
}

}  // namespace minikrylov::sell
