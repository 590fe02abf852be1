// y = A x with a matrix of blocks in chunks: the inner loops, on a host and on a device.
#pragma once
#include "kernels/formats/sell_product.hpp"

namespace minikrylov::sell {

/// The rows (not points) that a product may write.
struct RowRange {
  LocalIndex begin, end;
};

/// As prefetch_distance: blocks of 3 x 3 take nine lines a step, and want more of them on their way than single rows
/// do.
inline constexpr Offset block_prefetch_distance = 1440;

/// The place of a number among those that a chunk stores for one k: row r and column c of the block of row `lane`.
template <int B, int C> KOKKOS_FORCEINLINE_FUNCTION constexpr int place_in_block(int r, int c, int lane) {
  return (r * B + c) * C + lane;
}

// --- host ------------------------------------------------------------------------------------------------------------

/// The numbers of one place in the blocks of neighbouring rows.
template <class V, class Real> KOKKOS_FORCEINLINE_FUNCTION V load_wide(const Real* from) {
  if constexpr (std::is_same_v<Real, double>) {
    return load<V>(from);
  } else {
    constexpr int R = std::is_same_v<V, double> ? 1 : lanes;
    double wide[R];
    for (int p = 0; p < R; ++p) wide[p] = static_cast<double>(from[p]);
    return load<V>(wide);
  }
}

/// Sums of points side by side, as many as a register holds, for each of a few vectors.
template <int B, int C, int M> struct PointSums {
  using V = std::conditional_t<C % lanes == 0, Simd, double>;
  static constexpr int R = C % lanes == 0 ? lanes : 1;
  V sum[B][M];

  PointSums() {
    for (int r = 0; r < B; ++r)
      for (int j = 0; j < M; ++j) sum[r][j] = V(0.0);
  }

  /// Adds the k-th blocks of the points from `first` of a chunk on. Elements of x are put into registers one by one:
  /// faster than gather instructions, and than memory in between.
  template <class Real, class Columns>
  inline void add(const Real* values, const Columns& columns, Offset k, LocalIndex first, const double* x) {
    for (int c = 0; c < B; ++c)
      for (int j = 0; j < M; ++j) {
        V from(0.0);
        if constexpr (R == 1)
          from = V(x[(Offset{columns(k, first)} * B + c) * M + j]);
        else
          from = V([&](std::size_t p) {
            return x[(Offset{columns(k, first + static_cast<LocalIndex>(p))} * B + c) * M + j];
          });
        for (int r = 0; r < B; ++r) sum[r][j] = sum[r][j] + load_wide<V>(values + place_in_block<B, C>(r, c, 0)) * from;
      }
  }

  /// to[r][j][p]: the sum of row r of point p.
  void unpack(double (&to)[B][M][R]) const {
    for (int r = 0; r < B; ++r)
      for (int j = 0; j < M; ++j) store(sum[r][j], to[r][j]);
  }
};

/// One chunk, which begins with point `point`, times a few vectors, a register of points at a time.
template <int B, int C, int M, class Columns>
inline void multiply_blocks_few(const Chunk& a, const Columns& columns, const double* x, LocalIndex point,
                                RowRange rows, double* y) {
  constexpr int R = PointSums<B, C, M>::R;
  for (LocalIndex first = 0; first < a.rows; first += R) {
    PointSums<B, C, M> sums;
    for (Offset k = 0; k < a.length; ++k) {
      const double* values = a.values + k * (B * B * C) + first;
      for (int n = 0; n < B * B; ++n) prefetch<R, used_once>(values + n * C + block_prefetch_distance);
      sums.add(values, columns, k, first, x);
    }
    double sum[B][M][R];
    sums.unpack(sum);
    const LocalIndex row = (point + first) * B;
    if (first + R <= a.rows && row >= rows.begin && row + R * B <= rows.end) {
      for (int p = 0; p < R; ++p)
        for (int r = 0; r < B; ++r)
          for (int j = 0; j < M; ++j) y[Offset{row + p * B + r} * M + j] = sum[r][j][p];
    } else {
      for (int p = 0; p < R && first + p < a.rows; ++p)
        for (int r = 0; r < B; ++r)
          if (row + p * B + r >= rows.begin && row + p * B + r < rows.end)
            for (int j = 0; j < M; ++j) y[Offset{row + p * B + r} * M + j] = sum[r][j][p];
    }
  }
}

/// One chunk times many vectors: one point after the other, its sums in registers, as many at a time as fit into them.
template <int B, int C, int M, class Columns>
inline void multiply_blocks_many(const Chunk& a, const Columns& columns, const double* x, LocalIndex point,
                                 RowRange rows, double* y) {
  using V = std::conditional_t<M % lanes == 0, Simd, double>;
  constexpr int step = M % lanes == 0 ? lanes : 1, parts = M / step < 4 ? M / step : 4;
  for (Offset k = 0; k < a.length; ++k) prefetch<B * B * C>(a.values + k * (B * B * C) + prefetch_distance);
  for (LocalIndex lane = 0; lane < a.rows; ++lane)
    for (int j = 0; j < M; j += parts * step) {
      V sum[B][parts];
      for (int r = 0; r < B; ++r)
        for (int part = 0; part < parts; ++part) sum[r][part] = V(0.0);
      for (Offset k = 0; k < a.length; ++k) {
        const double* from = x + Offset{columns(k, lane)} * B * M + j;
        for (int c = 0; c < B; ++c)
          for (int r = 0; r < B; ++r) {
            const V value(a.values[k * (B * B * C) + place_in_block<B, C>(r, c, lane)]);
            for (int part = 0; part < parts; ++part)
              sum[r][part] = sum[r][part] + value * load<V>(from + c * M + part * step);
          }
      }
      for (int r = 0; r < B; ++r) {
        const LocalIndex row = (point + lane) * B + r;
        if (row >= rows.begin && row < rows.end)
          for (int part = 0; part < parts; ++part) store(sum[r][part], y + Offset{row} * M + j + part * step);
      }
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
      const double value = a.values[k * (B * B * C) + place_in_block<B, C>(r, c, lane)];
      const double* from = x + (Offset{columns(k, lane)} * B + c) * width;
      for (int j = 0; j < width; ++j) sum[j] += value * from[j];
    }
  for (int j = 0; j < width; ++j) y[j] = sum[j];
}

/// The chunks [first, last) on one thread, as far as they write `rows`; M: the width, or any_width.
template <int B, int C, int M>
void multiply_block_chunks(const Chunks& a, LocalIndex first, LocalIndex last, RowRange rows, const double* x,
                           int width, double* y) {
  for (LocalIndex c = first; c < last; ++c) {
    const LocalIndex point = a.first_rows[c];
    const Chunk chunk{a.values + a.offsets[c] * (B * B), (a.offsets[c + 1] - a.offsets[c]) / C,
                      a.first_rows[c + 1] - point};
    with_columns<C>(a, c, [&](const auto& columns) {
      if constexpr (M != any_width && M <= 4) {
        multiply_blocks_few<B, C, M>(chunk, columns, x, point, rows, y);
      } else if constexpr (M != any_width) {
        multiply_blocks_many<B, C, M>(chunk, columns, x, point, rows, y);
      } else {
        for (int e = 0; e < chunk.rows * B; ++e)
          if (const LocalIndex row = point * B + e; row >= rows.begin && row < rows.end)
            multiply_block_row<B, C>(chunk, columns, e / B, e % B, x, width, y + Offset{row} * width);
      }
    });
  }
}

/// multiply_block_chunks for some B, C and M.
using BlockChunkKernel = void (*)(const Chunks&, LocalIndex, LocalIndex, RowRange, const double*, int, double*);

/// A product with a matrix of points of B unknowns. Blocks of rows need not be whole points, but B of them together
/// are whole groups of 64 points: these are handed to the threads, one by one.
template <int B> struct PointBlocks {
  Chunks chunks;
  const LocalIndex* group_chunks;
  RowBlocks blocks;
  LocalIndex first_block, last_block;  ///< those that are written
  BlockChunkKernel kernel;
  const double* x;
  double* y;
  int width;
  const BlockTask* after;

  void operator()(LocalIndex together) const {
    constexpr LocalIndex group = B * SellArrays::group_rows;
    const LocalIndex first = std::max(first_block, together * B), last = std::min(last_block, (together + 1) * B);
    const RowRange rows{blocks.begin(first), blocks.end(last - 1)};
    kernel(chunks, group_chunks[rows.begin / group], group_chunks[(rows.end + group - 1) / group], rows, x, width, y);
    if (after == nullptr) return;
    for (LocalIndex block = first; block < last; ++block) after->run(block, blocks.begin(block), blocks.end(block));
  }
};

// --- device ----------------------------------------------------------------------------------------------------------

/// One element of y a thread: neighbouring threads read neighbouring numbers, or neighbouring right-hand sides.
template <int B, int C, int M> struct BlockElements {
  Chunks a;
  LocalIndex first_chunk;
  RowRange rows;
  const double* x;
  int width;
  double* y;

  KOKKOS_FUNCTION void operator()(Offset element) const {
    const Offset m = M == any_width ? width : M;
    const auto place = element / m, j = element % m;
    const auto c = static_cast<LocalIndex>(first_chunk + place / (B * C));
    const int r = static_cast<int>(place / C % B), lane = static_cast<int>(place % C);
    const LocalIndex point = a.first_rows[c] + lane, row = point * B + r;
    if (point >= a.first_rows[c + 1] || row < rows.begin || row >= rows.end) return;
    const double* values = a.values + a.offsets[c] * (B * B);
    const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C;
    double sum = 0;
    with_columns<C>(a, c, [&](const auto& columns) {
      for (Offset k = 0; k < length; ++k)
        for (int d = 0; d < B; ++d)
          sum += values[k * (B * B * C) + place_in_block<B, C>(r, d, lane)] *
                 x[(Offset{columns(k, lane)} * B + d) * m + j];
    });
    y[row * m + j] = sum;
  }
};

}  // namespace minikrylov::sell
