// Colouring of any matrix: rows of one colour are not coupled with each other.
#pragma once
#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// One number for each row, 0 … colours-1.
struct Colouring {
  Array<int> colour_of_row;
  int colours = 0;
};

/// Kokkos Kernels' distance-1 colouring of this rank's rows; ghost columns are ignored, the pattern must be symmetric.
/// The sequential, greedy one: it gives the same colours again and again, and on grids the fewest (2 for star stencils,
/// 8 for 27 points). The parallel deterministic ones of Kokkos Kernels 4.4 give the last row of a dense matrix no
/// colour (VBD), or do not end where 64 colours are too few (VBDBIT).
Colouring colour_rows(const CrsArrays& matrix);

}  // namespace minikrylov
