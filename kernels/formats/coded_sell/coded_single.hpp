// Products with a coded matrix and one right-hand side, on a host: numbers and columns are decoded in registers.
#pragma once
#include "kernels/core/dispatch.hpp"
#include "kernels/formats/coded/decoders.hpp"
#include "kernels/formats/sell_single.hpp"

namespace minikrylov::coded {

/// Entries per row for which products are compiled, those of the stencils: places in packed words are constants then.
inline constexpr int compiled_lengths[] = {5, 7, 9, 27};

/// use(L): the length as a type if products with X are compiled for it. High chunks need no unrolled entries to be
/// fast, nor do rounded matrices, which alone are multiplied by floats: they have no packed words.
template <int C, class X, class Use> void with_length(Offset length, const Use& use) {
  const auto otherwise = [&] { use(std::integral_constant<int, sell::any_length>()); };
  if constexpr (C <= 16 && !std::is_same_v<X, const float*>)
    dispatch<compiled_lengths>(static_cast<int>(length), use, otherwise);
  else
    otherwise();
}

/// Prefetches what later chunks read of x, `rows` ahead of the last column. Where next to nothing else is read,
/// hardware does not run far enough ahead: products of repeated chunks take 0.8 of the time on an x86-64 server (Xeon,
/// family 6, model 207), uncompressed ones gain nothing.
template <int C, class X>
MINIKRYLOV_ALWAYS_INLINE void prefetch_operand(const X& x, const sell::Consecutive& columns, Offset length,
                                               Offset rows) {
  if constexpr (!std::is_pointer_v<X>)
    sell::prefetch_operands<C>(x, columns, length);
  else if (length > 0)
    prefetch<C>(x + columns(length - 1, 0) + rows);
}

/// Chunks in codes alike, with consecutive columns, from chunk c on, which must be one; returns the first that is
/// different. `make` is that of with_decoder() for their numbers.
template <int C, int L, class Make, class X, class Y>
LocalIndex multiply_alike(const Chunks& a, LocalIndex c, LocalIndex last, const Make& make, const X& operands,
                          const Y& to, const Prefetching& ahead) {
  X x = operands;
  Y y = to;  // whose members no store can change: they stay in registers
  LocalIndex number = a.stored[c];
  const StoredChunk first = a.chunks[number];
  const Offset length = L == sell::any_length ? first.length : L, entries_ahead = ahead.entries,
               rows_ahead = 16 * ahead.rows;  // as many bytes as with sixteen right-hand sides
  auto values = make(a.values + first.values);
  const unsigned char* columns = a.columns + first.columns;
  for (;;) {
    const sell::Consecutive from{reinterpret_cast<const LocalIndex*>(columns)};
    prefetch_operand<C>(x, from, length, rows_ahead);
    sell::multiply_one<C, L>(values, from, length, C, x, y, entries_ahead);
    ++c;
    x += C;
    y += C;
    if (c == last) return c;
    if (a.stored[c] == number) continue;
    number = a.stored[c];
    const StoredChunk& next = a.chunks[number];
    if (next.length != first.length || next.value_coding != first.value_coding ||
        next.column_coding != ColumnCoding::consecutive)
      return c;
    values = make(a.values + next.values);
    columns = a.columns + next.columns;
  }
}

/// Any chunk.
template <int C, class Real>
void multiply_one(const Chunks& a, const StoredChunk& chunk, LocalIndex rows, const Real* x, double* y, Offset ahead) {
  with_values<C>(a, chunk, [&](const auto& values) {
    with_columns<C>(a, chunk, [&](const auto& columns) {
      sell::multiply_one<C, sell::any_length>(values, columns, chunk.length, rows, x, y, ahead);
    });
  });
}

/// The chunks [first, last) on one thread. To: as for sell::multiply_chunks_by_one().
template <int C, class X, class To>
void multiply_chunks_by_one(const Chunks& a, LocalIndex first, LocalIndex last, const X& x, const To& y) {
  const Offset ahead = y.ahead.entries;
  for (LocalIndex c = first; c < last;) {
    const LocalIndex row = a.first_rows[c], rows = a.first_rows[c + 1] - row;
    const Offset from = row - a.first_rows[first];
    const StoredChunk& chunk = a.chunks[a.stored[c]];
    const auto to = y.rows + from;
    if (chunk.column_coding == ColumnCoding::consecutive) {
      const LocalIndex begin = c;
      with_decoder<C>(a, chunk.value_coding, [&](const auto& make) {
        with_length<C, X>(chunk.length, [&]<int L>(std::integral_constant<int, L>) {
          c = multiply_alike<C, L>(a, begin, last, make, x + row, to, y.ahead);
        });
      });
    } else {
      sell::multiply_in_turn<C>(
          x + row, to, rows, [&](const auto* one, double* sums) { multiply_one<C>(a, chunk, rows, one, sums, ahead); });
      ++c;
    }
  }
}

}  // namespace minikrylov::coded
