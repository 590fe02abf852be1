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

/// Sums of all rows of a chunk, in groups of R rows.
template <int R, class Groups> struct GroupSums;
template <int R, int... group> struct GroupSums<R, std::integer_sequence<int, group...>> {
  std::tuple<RowSums<R, group * R>...> sums;

  template <class Values, class Columns>
  MINIKRYLOV_ALWAYS_INLINE void add(const Values& values, const Columns& columns, Offset k, const double* x) {
    (std::get<group>(sums).add(values, columns, k, x), ...);
  }
  MINIKRYLOV_ALWAYS_INLINE void store(double* y, LocalIndex rows) const { (std::get<group>(sums).store(y, rows), ...); }
};

/// Adds the k-th entries of all rows times x. Columns may be consecutive for some k only: those know for which.
template <class Sums, class Values, class Columns>
MINIKRYLOV_ALWAYS_INLINE void add_products(Sums& sums, const Values& values, const Columns& columns, Offset k,
                                           const double* x) {
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
template <int C, class Sums, class Values, class Columns> struct AddEntry {
  Sums& sums;
  const Values& values;
  const Columns& columns;
  const double* x;
  Offset ahead;

  MINIKRYLOV_ALWAYS_INLINE void operator()(Offset k) const {
    values.prefetch_behind(k, ahead);
    prefetch_columns<C>(columns, k, ahead);
    add_products(sums, values, columns, k, x);
  }
};

/// One chunk of `rows` rows with `length` entries each. L: the length, or any_length.
template <int C, int L, class Values, class Columns>
MINIKRYLOV_ALWAYS_INLINE void multiply_one(const Values& values, const Columns& columns, Offset length, LocalIndex rows,
                                           const double* x, double* y, Offset ahead) {
  constexpr int R = C < 8 ? C : 8;
  using Sums = GroupSums<R, std::make_integer_sequence<int, C / R>>;
  Sums sums;
  visit_entries<L>(length, AddEntry<C, Sums, Values, Columns>{sums, values, columns, x, ahead});
  sums.store(y, rows);
}

/// `count` regular chunks of one length from chunk c on: within a line of a grid all are alike, so that nothing is
/// asked of each. Their entries are not unrolled: compilers then issue the prefetches of all first, more than a core
/// can have outstanding.
template <int C>
void multiply_alike(const Chunks& a, LocalIndex c, LocalIndex count, const double* x, double* y, Offset ahead) {
  const Offset entries = a.offsets[c + 1] - a.offsets[c], length = entries / C;
  const double* values = a.values + a.offsets[c];
  const LocalIndex* columns = a.columns + a.column_begins[c];
  for (const double* const end = y + Offset{count} * C; y != end; y += C) {
    multiply_one<C, any_length>(Stored<C, double>{values}, Consecutive{columns}, length, C, x, y, ahead);
    values += entries;
    columns += length;
  }
}

/// The chunks [first, last) on one thread.
template <int C>
void multiply_chunks_by_one(const Chunks& a, LocalIndex first, LocalIndex last, const double* x, const ResultRows& y) {
  const Offset ahead = y.ahead.entries;
  for (LocalIndex c = first; c < last;) {
    const LocalIndex begin = c, count = std::min<LocalIndex>(a.runs[c], last - c);
    const Offset from = a.first_rows[c] - a.first_rows[first];
    double* const to = y.rows + from;
    if (count > 0) {
      multiply_alike<C>(a, begin, count, x, to, ahead);
      c += count;
    } else {
      const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C;
      with_columns<C>(a, c, [&](const auto& columns) {
        multiply_one<C, any_length>(Stored<C, double>{a.values + a.offsets[c]}, columns, length,
                                    a.first_rows[c + 1] - a.first_rows[c], x, to, ahead);
      });
      ++c;
    }
    if (y.streamed != nullptr) stream(to, a.first_rows[c] - a.first_rows[begin], y.streamed + from);
  }
}

}  // namespace minikrylov::sell
