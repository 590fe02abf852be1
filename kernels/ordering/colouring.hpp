// Graph colouring of any matrix: rows of the same colour are not coupled.
#pragma once
#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// The colour of each row, 0 … colours-1.
struct Colouring {
  Array<int> colour_of_row;
  int colours = 0;
};

/// Kokkos Kernels' distance-1 colouring of this rank's rows; ghost columns are ignored, the pattern must be symmetric.
/// Uses the sequential greedy algorithm, which is deterministic and needs the minimum on grids (2 colours for star
/// stencils, 8 for 27 points). The parallel deterministic algorithms of Kokkos Kernels 4.4 leave the last row of a
/// dense matrix without a colour (VBD) or do not terminate if 64 colours are not enough (VBDBIT).
Colouring colour_rows(const CrsArrays& matrix);

}  // namespace minikrylov
