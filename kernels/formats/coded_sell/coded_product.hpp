// Products with a coded matrix: the inner loops of SELL with decoders as policies, on a host.
#pragma once
#include "kernels/formats/coded/decoded.hpp"
#include "kernels/formats/coded_sell/coded_single.hpp"
#include "kernels/formats/sell_product.hpp"
#include "kernels/formats/sell_transposed.hpp"

namespace minikrylov::coded {

/// Decodes the columns of all rows of a chunk.
template <int C>
MINIKRYLOV_NEVER_INLINE void decode_columns(const Chunks& a, const StoredChunk& chunk, LocalIndex* to) {
  with_columns<C>(a, chunk, [&](const auto& columns) {
    for (LocalIndex k = 0; k < chunk.length; ++k)
      for (LocalIndex row = 0; row < C; ++row) to[Offset{k} * C + row] = columns(k, row);
  });
}

/// use(the columns of a chunk), one by one or in the form that regular chunks have.
template <int B, int C, class Use>
void with_plain_columns(const Chunks& a, const StoredChunk& chunk, Decoded<B>& room, const Use& use) {
  const auto* const wide = reinterpret_cast<const LocalIndex*>(a.columns + chunk.columns);
  if (chunk.column_coding == ColumnCoding::consecutive) return use(sell::Consecutive{wide});
  if (chunk.column_coding == ColumnCoding::listed) return use(sell::Listed<C>{wide});
  decode_columns<C>(a, chunk, room.columns);
  use(sell::Listed<C>{room.columns});
}

/// The chunks [first, last) on one thread; M: the width, or any_width.
template <int C, int M>
void multiply_chunks(const Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                     const ResultRows& y) {
  if constexpr (M == 1) {
    sell::with_rows_of_one<C>(y, [&](const auto& rows) { multiply_chunks_by_one<C>(a, first, last, x, rows); });
  } else {
    for (LocalIndex c = first; c < last; ++c) {
      const StoredChunk& chunk = a.chunks[a.stored[c]];
      const LocalIndex row = a.first_rows[c], rows = a.first_rows[c + 1] - row;
      const double* const from = x + Offset{row} * width;
      const ResultRows to = y.from(Offset{row - a.first_rows[first]} * width);
      Decoded<1> room;
      const sell::Chunk plain{plain_values<1, C>(a, chunk, room), chunk.length, rows};
      with_plain_columns<1, C>(
          a, chunk, room, [&](const auto& columns) { sell::multiply_chunk<C, M>(plain, columns, from, width, to); });
    }
  }
}

/// y ← y + Aᵀ x, all chunks, one after the other.
template <int C> void add_transposed(const Chunks& a, LocalIndex chunks, const double* x, int width, double* y) {
  for (LocalIndex c = 0; c < chunks; ++c) {
    const StoredChunk& chunk = a.chunks[a.stored[c]];
    const LocalIndex row = a.first_rows[c];
    Decoded<1> room;
    const sell::Chunk plain{plain_values<1, C>(a, chunk, room), chunk.length, a.first_rows[c + 1] - row};
    with_plain_columns<1, C>(a, chunk, room, [&](const auto& columns) {
      sell::add_chunk<C>(plain, columns, x + Offset{row} * width, width, y + Offset{row} * width);
    });
  }
}

}  // namespace minikrylov::coded
