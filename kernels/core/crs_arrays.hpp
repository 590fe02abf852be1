// Compressed rows as plain arrays, the input of orderings and formats.
#pragma once
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Row i holds the entries offsets(i) … offsets(i+1)-1. Columns below `rows` are this rank's rows, the others ghosts.
/// If `block` > 1, each row and column stands for `block` unknowns, and an entry is a block × block matrix.
struct CrsArrays {
  LocalIndex rows = 0;
  LocalIndex column_count = 0;  ///< rows and ghosts
  Array<Offset> offsets;        ///< rows + 1
  Array<LocalIndex> columns;    ///< one per entry
  Array<double> values;         ///< block² per entry, row-major
  int block = 1;

  [[nodiscard]] Offset nonzeros() const { return static_cast<Offset>(values.extent(0)); }
  [[nodiscard]] KOKKOS_FUNCTION Offset numbers_an_entry() const { return Offset{block} * block; }
};

}  // namespace minikrylov
