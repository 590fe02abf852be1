// The columns of one row of a chunk, for sweeps that go row by row.
#pragma once
#include "kernels/formats/sell_chunks.hpp"

namespace minikrylov::sell {

/// The k-th column of one row of an irregular (Listed), a regular (Consecutive) or a Mixed chunk. `place`: k times the
/// rows of a chunk.
struct ListedLane {
  const LocalIndex* of;  ///< the first column of the row
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset /*k*/, Offset place) const { return of[place]; }
};
template <class Columns> struct Lane {
  Columns columns;
  LocalIndex lane;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, Offset /*place*/) const { return columns(k, lane); }
};

/// Calls use(column) with the columns of row `lane` of chunk c: column(k, place). `chunk`, the rows of a chunk, is not
/// a constant as in with_columns(): one row alone gains nothing from that, and would be compiled for each.
template <class Real, class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_lane_columns(const ChunksOf<Real>& a, int chunk, LocalIndex c, LocalIndex lane,
                                                   const Use& use) {
  const LocalIndex* of = a.columns + a.column_begins[c];
  const Offset count = a.column_begins[c + 1] - a.column_begins[c], entries = a.offsets[c + 1] - a.offsets[c];
  if (count * chunk == entries)
    use(Lane<Consecutive>{{of}, lane});
  else if (count == entries)
    use(ListedLane{of + lane});
  else
    use(Lane<Mixed>{{of}, lane});
}

}  // namespace minikrylov::sell
