// Runs of rows of CRS in codes: what is stored of each, and how it is read.
#pragma once
#include "kernels/formats/coded/decoders.hpp"

namespace minikrylov::coded {

/// Rows per run; row blocks are whole runs. Few, so that runs repeat along the lines of a grid.
inline constexpr LocalIndex run_rows = 16;

/// What a product reads of a coded matrix in CRS. A run is a StoredChunk whose `length` counts all of its entries. Its
/// columns are, relative to its first row,
///   consecutive: those of the first row; all rows have as many, and those of the next row follow them by one
///   listed8, listed16: of each row the first column, in 32 bits; where each row begins among the entries, in 16 bits;
///     and the differences from each column to the next (0 for the first), signed, in 8 or 16 bits
///   listed: where each row begins, in 32 bits, and each column, likewise
struct Runs {
  Chunks chunks;
  LocalIndex rows;

  [[nodiscard]] KOKKOS_FUNCTION LocalIndex rows_of(LocalIndex run) const {
    const LocalIndex left = rows - run * run_rows;  // (a reference to a constant is none in device code)
    return left < run_rows ? left : run_rows;
  }
};

/// The entries of rows that have the same columns relative to the row: use(index of an entry, its column).
struct FollowingRows {
  const LocalIndex* first_row;
  Offset length;

  template <class Use> KOKKOS_FORCEINLINE_FUNCTION void visit(LocalIndex row, const Use& use) const {
    for (Offset k = 0; k < length; ++k) use(row * length + k, first_row[k] + row);
  }
};

/// Likewise for rows whose columns are stored as differences.
template <class Narrow> struct SteppingRows {
  const LocalIndex* first;
  const std::uint16_t* begins;
  const Narrow* steps;

  template <class Use> KOKKOS_FORCEINLINE_FUNCTION void visit(LocalIndex row, const Use& use) const {
    LocalIndex column = first[row];
    for (Offset e = begins[row]; e < begins[row + 1]; ++e) {
      column += LocalIndex{steps[e]};
      use(e, column);
    }
  }
};

struct ListedRows {
  const LocalIndex* begins;
  const LocalIndex* columns;

  template <class Use> KOKKOS_FORCEINLINE_FUNCTION void visit(LocalIndex row, const Use& use) const {
    for (Offset e = begins[row]; e < begins[row + 1]; ++e) use(e, columns[e]);
  }
};

/// use(the rows of a run).
template <class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_rows(const Chunks& a, const StoredChunk& run, LocalIndex rows, const Use& use) {
  const auto* const wide = reinterpret_cast<const LocalIndex*>(a.columns + run.columns);
  const auto* const begins = reinterpret_cast<const std::uint16_t*>(wide + rows);
  const auto* const steps = begins + rows + 1;
  switch (run.column_coding) {
    case ColumnCoding::consecutive:
      return use(FollowingRows{wide, run.length / rows});
    case ColumnCoding::listed8:
      return use(SteppingRows<std::int8_t>{wide, begins, reinterpret_cast<const std::int8_t*>(steps)});
    case ColumnCoding::listed16:
      return use(SteppingRows<std::int16_t>{wide, begins, reinterpret_cast<const std::int16_t*>(steps)});
    case ColumnCoding::listed:
      return use(ListedRows{wide, wide + rows + 1});
  }
}

}  // namespace minikrylov::coded
