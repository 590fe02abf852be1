// y = y + Aᵀ x with chunks: the inner loops on a host.
#pragma once
#include "kernels/formats/sell_product.hpp"

namespace minikrylov::sell {

/// A chunk row by row; x points to its first row, y to the first column.
template <int C, class Columns>
inline void add_chunk(const Chunk& a, const Columns& columns, const double* x, int width, double* y) {
  for (LocalIndex row = 0; row < a.rows; ++row)
    for (Offset k = 0; k < a.length; ++k)
      for (int j = 0; j < width; ++j)
        y[Offset{columns(k, row)} * width + j] += a.values[k * C + row] * x[Offset{row} * width + j];
}

/// to[i] += values[i] · from[i] for i < count.
inline void add_products(const double* values, const double* from, LocalIndex count, double* to) {
  LocalIndex i = 0;
  for (; i + lanes <= count; i += lanes)
    store(load<Simd>(to + i) + load<Simd>(values + i) * load<Simd>(from + i), to + i);
  for (; i < count; ++i) to[i] += values[i] * from[i];
}

/// A regular chunk: the k-th entries of its rows are on one diagonal and add to consecutive elements of y. Starts with
/// the last diagonal, so that the terms of an element are added in row order, as above.
template <int C>
inline void add_chunk(const Chunk& a, const Consecutive& columns, const double* x, int width, double* y) {
  for (Offset k = a.length - 1; k >= 0; --k) {
    const double* values = a.values + k * C;
    double* const to = y + Offset{columns(k, 0)} * width;
    prefetch<C>(values + prefetch_distance);
    if (width == 1)
      add_products(values, x, a.rows, to);
    else
      for (LocalIndex row = 0; row < a.rows; ++row)
        for (int j = 0; j < width; ++j) to[Offset{row} * width + j] += values[row] * x[Offset{row} * width + j];
  }
}

/// All chunks, sequentially: chunks of different threads would write to the same elements.
template <int C> void add_transposed(const Chunks& a, LocalIndex chunks, const double* x, int width, double* y) {
  for (LocalIndex c = 0; c < chunks; ++c) {
    const Chunk chunk{a.values + a.offsets[c], (a.offsets[c + 1] - a.offsets[c]) / C,
                      a.first_rows[c + 1] - a.first_rows[c]};
    with_columns<C>(a, c, [&](const auto& columns) {
      add_chunk<C>(chunk, columns, x + Offset{a.first_rows[c]} * width, width, y);
    });
  }
}

}  // namespace minikrylov::sell
