// Products with coded chunks of blocks: the inner loops of SELL of blocks with decoders as policies, on a host.
#pragma once
#include "kernels/formats/coded_sell/coded_product.hpp"
#include "kernels/formats/sell_block_product.hpp"

namespace minikrylov::coded {

/// One chunk times `width` vectors; M is the width, or any_width. `x` and `y` start at its first point. For one
/// right-hand side numbers are decoded in registers; columns are few and decoded before.
template <int B, int C, int M>
void multiply_block_chunk(const Chunks& a, const StoredChunk& chunk, LocalIndex points, const double* x, int width,
                          const ResultRows& y) {
  Decoded<B> room;
  with_plain_columns<B, C>(a, chunk, room, [&](const auto& columns) {
    if constexpr (M == 1) {
      with_values<C>(a, chunk, [&](const auto& values) {
        sell::multiply_blocks_few<B, C, 1>(values, columns, chunk.length, points, x, y);
      });
      if (y.streamed != nullptr) stream(y.rows, Offset{points} * B, y.streamed);
    } else {
      const sell::Chunk plain{plain_values<B, C>(a, chunk, room), chunk.length, points};
      sell::multiply_block_chunk<B, C, M>(plain, columns, x, width, y);
    }
  });
}

/// The chunks [first, last) on one thread; M: the width, or any_width.
template <int B, int C, int M>
void multiply_block_chunks(const Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                           const ResultRows& y) {
  for (LocalIndex c = first; c < last; ++c) {
    const LocalIndex point = a.first_rows[c];
    multiply_block_chunk<B, C, M>(a, a.chunks[a.stored[c]], a.first_rows[c + 1] - point, x + Offset{point} * B * width,
                                  width, y.from(Offset{point - a.first_rows[first]} * B * width));
  }
}

}  // namespace minikrylov::coded
