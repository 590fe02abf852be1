// y = A x with a matrix in chunks: the inner loops, on a host and on a device.
#pragma once
#include <utility>

#include "kernels/sell_arrays.hpp"
#include "kernels/simd.hpp"
#include "kernels/vector.hpp"

namespace minikrylov::sell {

/// What a product reads of a matrix.
struct Chunks {
  const LocalIndex* first_rows;
  const Offset* offsets;
  const LocalIndex* columns;
  const double* values;
};

/// A width that is known only at run time.
inline constexpr int any_width = 0;

// --- host ------------------------------------------------------------------------------------------------------------

/// Entries that are asked for before they are needed: values and columns stream from memory, and the hardware does not
/// look far enough ahead (measured for one right-hand side: twice the speed on one core, 25 % on all).
template <int M> inline constexpr Offset prefetch_distance = M < 8 ? 2048 : 512;

/// Asks for the cache lines of `count` elements; the address need not exist.
template <int count, class T> inline void prefetch(const T* from) {
  constexpr int line = 64 / static_cast<int>(sizeof(T));
  for (int k = 0; k < count; k += line) __builtin_prefetch(from + k);
}

/// The sums of a few rows that lie side by side in a chunk.
template <int R> struct RowSums {
  double sum[R] = {};

  inline void add(const double* values, const LocalIndex* columns, const double* x) {
    for (int row = 0; row < R; ++row) sum[row] += values[row] * x[columns[row]];
  }
  inline void store(double* y, LocalIndex rows) const {
    for (int row = 0; row < R && row < rows; ++row) y[row] = sum[row];
  }
};

/// The rows of one chunk times one vector, in groups of R = 8 rows: these are compiled to plain loads and vector
/// arithmetic, which are faster than gather instructions.
template <int C, int R, int... group>
inline void multiply_one(const Chunks& a, LocalIndex c, const double* x, double* y,
                         std::integer_sequence<int, group...>) {
  RowSums<R> sums[sizeof...(group)];
  for (Offset e = a.offsets[c]; e < a.offsets[c + 1]; e += C) {
    prefetch<C>(a.values + e + prefetch_distance<1>);
    prefetch<C>(a.columns + e + prefetch_distance<1>);
    (sums[group].add(a.values + e + group * R, a.columns + e + group * R, x), ...);
  }
  const LocalIndex rows = a.first_rows[c + 1] - a.first_rows[c];
  (sums[group].store(y + group * R, rows - group * R), ...);
}

/// The rows of one chunk times a few vectors, R rows at a time. Plain loops over constant bounds: in this form, all
/// sums stay in registers and the elements of one row of x are loaded together.
template <int C, int M, int R> inline void multiply_few(const Chunks& a, LocalIndex c, const double* x, double* y) {
  const LocalIndex rows = a.first_rows[c + 1] - a.first_rows[c];
  for (LocalIndex first = 0; first < rows; first += R) {
    double sum[R][M] = {};
    for (Offset e = a.offsets[c] + first; e < a.offsets[c + 1]; e += C) {
      prefetch<R>(a.values + e + prefetch_distance<M>);
      prefetch<R>(a.columns + e + prefetch_distance<M>);
      for (int row = 0; row < R; ++row) {
        const double* from = x + Offset{a.columns[e + row]} * M;
        for (int j = 0; j < M; ++j) sum[row][j] += a.values[e + row] * from[j];
      }
    }
    for (int row = 0; row < R && first + row < rows; ++row)
      for (int j = 0; j < M; ++j) y[Offset{first + row} * M + j] = sum[row][j];
  }
}

/// The rows of one chunk times many vectors: one row after the other, its sums in vector registers.
template <int C, int M, int... part>
inline void multiply_many(const Chunks& a, LocalIndex c, const double* x, double* y,
                          std::integer_sequence<int, part...>) {
  const Offset begin = a.offsets[c], end = a.offsets[c + 1];
  const LocalIndex rows = a.first_rows[c + 1] - a.first_rows[c];
  for (Offset e = begin; e < end; e += C) {
    prefetch<C>(a.values + e + prefetch_distance<M>);
    prefetch<C>(a.columns + e + prefetch_distance<M>);
  }
  for (LocalIndex row = 0; row < rows; ++row) {
    Simd sums[] = {(static_cast<void>(part), Simd(0.0))...};
    for (Offset e = begin + row; e < end; e += C) {
      const Simd value(a.values[e]);
      const double* from = x + Offset{a.columns[e]} * M;
      ((sums[part] = sums[part] + value * load<Simd>(from + part * lanes)), ...);
    }
    (store(sums[part], y + Offset{row} * M + part * lanes), ...);
  }
}

/// The rows of one chunk times any number of vectors.
template <int C> inline void multiply_any(const Chunks& a, LocalIndex c, const double* x, int width, double* y) {
  const LocalIndex rows = a.first_rows[c + 1] - a.first_rows[c];
  for (LocalIndex row = 0; row < rows; ++row) {
    double sum[max_width] = {};
    for (Offset e = a.offsets[c] + row; e < a.offsets[c + 1]; e += C) {
      const double* from = x + Offset{a.columns[e]} * width;
      for (int j = 0; j < width; ++j) sum[j] += a.values[e] * from[j];
    }
    for (int j = 0; j < width; ++j) y[Offset{row} * width + j] = sum[j];
  }
}

/// The chunks [first, last) on one thread; M: the width, or any_width.
template <int C, int M>
void multiply_chunks(const Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width, double* y) {
  constexpr int R = C < 8 ? C : 8;
  for (LocalIndex c = first; c < last; ++c) {
    double* to = y + Offset{a.first_rows[c]} * width;
    if constexpr (M == any_width)
      multiply_any<C>(a, c, x, width, to);
    else if constexpr (M == 1)
      multiply_one<C, R>(a, c, x, to, std::make_integer_sequence<int, C / R>());
    else if constexpr (M >= 8 && M % lanes == 0)
      multiply_many<C, M>(a, c, x, to, std::make_integer_sequence<int, M / lanes>());
    else
      multiply_few<C, M, R>(a, c, x, to);
  }
}

/// multiply_chunks for some C and M.
using ChunkKernel = void (*)(const Chunks&, LocalIndex, LocalIndex, const double*, int, double*);

/// A product, block by block.
struct Blocks {
  Chunks chunks;
  const LocalIndex* group_chunks;
  RowBlocks blocks;
  ChunkKernel kernel;
  const double* x;
  double* y;
  int width;
  const BlockTask* after;

  void operator()(LocalIndex block) const {
    constexpr LocalIndex group = SellArrays::group_rows;
    const LocalIndex begin = blocks.begin(block), end = blocks.end(block);
    kernel(chunks, group_chunks[begin / group], group_chunks[(end + group - 1) / group], x, width, y);
    if (after != nullptr) after->run(block, begin, end);
  }
};

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
    double sum = 0;
    for (Offset e = a.offsets[c] + lane; e < a.offsets[c + 1]; e += C) sum += a.values[e] * x[a.columns[e] * m + j];
    y[row * m + j] = sum;
  }
};

}  // namespace minikrylov::sell
