// Chunks as products read them: arrays, columns, numbers.
#pragma once
#include <cstdint>

#include "kernels/core/caches.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov::sell {

/// Chunks that follow one another and are regular and of one length, or not regular; up to where the next run begins.
struct ChunkRun {
  LocalIndex first, row;   ///< the first chunk and its first row
  Offset length;           ///< entries per row; 0: not regular
  Offset values, columns;  ///< where they begin
};

/// Chunks between those whose runs are known, so that products may begin with any.
inline constexpr LocalIndex chunks_per_mark = 16;

/// The arrays of a matrix with values of type Real.
template <class Real> struct ChunksOf {
  const LocalIndex* first_rows;
  const Offset* offsets;
  const Offset* column_begins;
  const LocalIndex* columns;
  const Real* values;
  const ChunkRun* runs = nullptr;  ///< see SellRuns; for products with one right-hand side
  const LocalIndex* marks = nullptr;
};
using Chunks = ChunksOf<double>;

/// The k-th column of a row in an irregular (Listed), a regular (Consecutive) or a Mixed chunk; see SellColumns.
template <int C> struct Listed {
  const LocalIndex* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const { return of[k * C + row]; }
};
struct Consecutive {
  using AreConsecutive = void;
  const LocalIndex* of;  ///< of the first row
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const { return of[k] + row; }
};

/// The columns of all rows for one k.
struct OneList {
  const LocalIndex* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset, LocalIndex row) const { return of[row]; }
};
struct Mixed {
  const LocalIndex* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const {
    return of[k] >= 0 ? of[k] + row : of[row - of[k]];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool are_consecutive(Offset k) const { return of[k] >= 0; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Consecutive consecutive() const { return {of}; }
  /// The k-th columns, where they are not.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION OneList list(Offset k) const { return {of - of[k]}; }
};

/// Calls use() with the columns of chunk c as Listed, Consecutive or Mixed. Their number tells which, since C > 1.
template <int C, class Real, class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_columns(const ChunksOf<Real>& a, LocalIndex c, const Use& use) {
  const LocalIndex* of = a.columns + a.column_begins[c];
  const Offset count = a.column_begins[c + 1] - a.column_begins[c], entries = a.offsets[c + 1] - a.offsets[c];
  if (count * C == entries)
    use(Consecutive{of});
  else if (count == entries)
    use(Listed<C>{of});
  else
    use(Mixed{of});
}

/// Prefetches listed columns `distance` entries after the k-th ones; in a regular chunk there are too few to pay off.
template <int count, class Columns> MINIKRYLOV_ALWAYS_INLINE void prefetch_columns(const Columns&, Offset, Offset) {}
template <int count, int C>
MINIKRYLOV_ALWAYS_INLINE void prefetch_columns(const Listed<C>& columns, Offset k, Offset distance) {
  prefetch<count>(columns.of + k * C + distance);
}

/// Prefetches what comes `distance` entries after the k-th entries of the rows at `values`.
template <int count, class Real, class Columns>
MINIKRYLOV_ALWAYS_INLINE void prefetch_behind(const Columns& columns, Offset k, const Real* values, Offset distance) {
  prefetch<count>(values + distance);
  prefetch_columns<count>(columns, k, distance);
}

/// The values of a chunk of C rows, stored as they are: the k-th of a row.
template <int C, class Real> struct Stored {
  const Real* of;
  KOKKOS_FORCEINLINE_FUNCTION const Real* at(Offset k, LocalIndex row) const { return of + k * C + row; }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(Offset k, LocalIndex row) const {
    return static_cast<double>(*at(k, row));
  }
  /// Prefetches what comes after the k-th ones, as far behind as `distance` doubles.
  MINIKRYLOV_ALWAYS_INLINE void prefetch_behind(Offset k, Offset distance) const {
    prefetch_ahead<C>(of + k * C, distance);
  }
};

/// A chunk: its values, entries per row, and number of rows.
template <class Real> struct ChunkOf {
  const Real* values;
  Offset length;
  LocalIndex rows;
};
using Chunk = ChunkOf<double>;

}  // namespace minikrylov::sell
