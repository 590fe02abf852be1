// y = A x with chunks and one right-hand side: the inner loops on a host.
#pragma once
#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernels/formats/row_sums.hpp"
#include "kernels/formats/sell_chunks.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov::sell {

/// A length known only at run time.
inline constexpr int any_length = 0;

/// visit(k) for each.
template <class Visit, int... k>
MINIKRYLOV_ALWAYS_INLINE void visit_each(const Visit& visit, std::integer_sequence<int, k...>) {
  (visit(k), ...);
}

/// visit(k) for k = 0 … length-1, unrolled if L, the length, is known: places in packed words are constants then.
template <int L, class Visit> MINIKRYLOV_ALWAYS_INLINE void visit_entries(Offset length, const Visit& visit) {
  if constexpr (L == any_length)
    for (Offset k = 0; k < length; ++k) visit(k);
  else
    visit_each(visit, std::make_integer_sequence<int, L>());
}

/// Sums of all rows of a chunk, in groups of R rows, for as many vectors.
template <int R, class Groups, int vectors> struct GroupSums;
template <int R, int... group, int vectors> struct GroupSums<R, std::integer_sequence<int, group...>, vectors> {
  std::tuple<RowSums<R, group * R, vectors>...> sums;

  template <class Values, class Columns, class X>
  MINIKRYLOV_ALWAYS_INLINE void add(const Values& values, const Columns& columns, Offset k, const X& x) {
    (std::get<group>(sums).add(values, columns, k, x), ...);
  }
  template <class Y> MINIKRYLOV_ALWAYS_INLINE void store(const Y& y, LocalIndex rows) const {
    (std::get<group>(sums).store(y, rows), ...);
  }
};

/// Adds the k-th entries of all rows times x. Columns may be consecutive for some k only: those know for which.
template <class Sums, class Values, class Columns, class X>
MINIKRYLOV_ALWAYS_INLINE void add_products(Sums& sums, const Values& values, const Columns& columns, Offset k,
                                           const X& x) {
  if constexpr (requires { columns.are_consecutive(k); }) {
    if (columns.are_consecutive(k))
      sums.add(values, columns.consecutive(), k, x);
    else
      sums.add(values, columns.list(k), k, x);
  } else {
    sums.add(values, columns, k, x);
  }
}

/// Adds the k-th entries of a chunk. Not a lambda: compilers call those with many entries instead of inlining them.
template <int C, class Sums, class Values, class Columns, class X> struct AddEntry {
  Sums& sums;
  const Values& values;
  const Columns& columns;
  X x;
  Offset ahead;

  MINIKRYLOV_ALWAYS_INLINE void operator()(Offset k) const {
    values.prefetch_behind(k, ahead);
    prefetch_columns<C>(columns, k, ahead);
    add_products(sums, values, columns, k, x);
  }
};

/// One chunk of `rows` rows with `length` entries each. L: the length, or any_length. x and y: addresses, or Operands
/// and FinishedRows.
template <int C, int L, class Values, class Columns, class X, class Y>
MINIKRYLOV_ALWAYS_INLINE void multiply_one(const Values& values, const Columns& columns, Offset length, LocalIndex rows,
                                           const X& x, const Y& y, Offset ahead) {
  constexpr int R = C < 8 ? C : 8;
  using Sums = GroupSums<R, std::make_integer_sequence<int, C / R>, vectors_of<X>>;
  Sums sums;
  visit_entries<L>(length, AddEntry<C, Sums, Values, Columns, X>{sums, values, columns, x, ahead});
  sums.store(y, rows);
}

/// Prefetches what later chunks read of the operands of powers.
template <int C, class X>
MINIKRYLOV_ALWAYS_INLINE void prefetch_operands(const X& x, const Consecutive& columns, Offset length) {
  if constexpr (requires { x.template prefetch_ahead_of<C>(0); })
    if (length > 0) x.template prefetch_ahead_of<C>(columns(length - 1, 0));
}

/// Any chunk.
template <int C>
MINIKRYLOV_ALWAYS_INLINE void multiply_irregular(const Chunks& a, LocalIndex c, const double* x, double* y,
                                                 Offset ahead) {
  const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C;
  with_columns<C>(a, c, [&](const auto& columns) {
    multiply_one<C, any_length>(Stored<C, double>{a.values + a.offsets[c]}, columns, length,
                                a.first_rows[c + 1] - a.first_rows[c], x, y, ahead);
  });
}

/// multiply(x, y) for one vector after the other, sums of up to C rows passing through the cache unless y is an
/// address: for chunks that are too rare, and of too many kinds, to be compiled for other places.
template <int C, class X, class Y, class Multiply>
MINIKRYLOV_ALWAYS_INLINE void multiply_in_turn(const X& x, const Y& y, LocalIndex rows, const Multiply& multiply) {
  if constexpr (std::is_same_v<Y, double*>) {
    multiply(x, y);
  } else {
    for (int v = 0; v < vectors_of<X>; ++v) {
      alignas(cache_line_bytes) double sums[C];
      multiply(vector_of(x, v), sums);
      put_rows(sums, rows, y, v, 0);
    }
  }
}

/// The chunks [first, last) of a regular run: nothing is asked of each. Their entries are not unrolled: compilers then
/// issue the prefetches of all first, more than a core can have outstanding.
template <int C, class X, class Y>
void multiply_alike(const Chunks& a, const ChunkRun& run, LocalIndex first, LocalIndex last, const X& x, const Y& to,
                    Offset ahead) {
  Y y = to;  // whose members no store can change: they stay in registers
  const Offset length = run.length, entries = length * C, skipped = first - run.first;
  const double* values = a.values + run.values + skipped * entries;
  const LocalIndex* columns = a.columns + run.columns + skipped * length;
  for (LocalIndex left = last - first; left > 0; --left, y += C) {
    prefetch_operands<C>(x, Consecutive{columns}, length);
    multiply_one<C, any_length>(Stored<C, double>{values}, Consecutive{columns}, length, C, x, y, ahead);
    values += entries;
    columns += length;
  }
}

/// The chunks [first, last) on one thread. To: ResultRows, whose streamed rows are not for it, or one with rows that
/// are finished in registers.
template <int C, class X, class To>
void multiply_chunks_by_one(const Chunks& a, LocalIndex first, LocalIndex last, const X& x, const To& y) {
  if (first == last) return;
  const ChunkRun* run = a.runs + a.marks[first / chunks_per_mark];
  while (run[1].first <= first) ++run;
  Offset row = 0;  // since the first one
  for (LocalIndex c = first; c < last; ++run) {
    const LocalIndex end = std::min(run[1].first, last);
    if (run->length > 0) {
      multiply_alike<C>(a, *run, c, end, x, y.rows + row, y.ahead.entries);
      row += Offset{end - c} * C;
      c = end;
    }
    for (; c < end; ++c) {
      const LocalIndex rows = a.first_rows[c + 1] - a.first_rows[c];
      multiply_in_turn<C>(x, y.rows + row, rows, [&](const double* one, double* sums) {
        multiply_irregular<C>(a, c, one, sums, y.ahead.entries);
      });
      row += rows;
    }
  }
}

}  // namespace minikrylov::sell
