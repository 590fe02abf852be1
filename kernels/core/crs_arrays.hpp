// Compressed rows as plain arrays: what orderings and formats are made from.
#pragma once
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Row i holds the entries offsets(i) … offsets(i+1)-1. Columns below `rows` are this rank's rows, the others ghosts.
/// With a `block` above 1, a row and a column stand for so many unknowns each, and an entry for block × block numbers.
struct CrsArrays {
  LocalIndex rows = 0;
  LocalIndex column_count = 0;  ///< rows and ghosts
  Array<Offset> offsets;        ///< rows + 1
  Array<LocalIndex> columns;    ///< one per entry
  Array<double> values;         ///< block² per entry, row by row
  int block = 1;

  [[nodiscard]] Offset nonzeros() const { return static_cast<Offset>(values.extent(0)); }
  [[nodiscard]] KOKKOS_FUNCTION Offset numbers_an_entry() const { return Offset{block} * block; }
};

}  // namespace minikrylov
