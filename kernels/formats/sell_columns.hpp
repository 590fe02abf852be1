// Column numbers of chunks, without those that follow from others.
#pragma once
#include "kernels/formats/sell_arrays.hpp"

namespace minikrylov {

/// Where the rows of a chunk lie side by side in the grid, their k-th columns follow one another, too: then the chunk
/// is regular, and only the column of its first row is kept for each k. Stencils are regular but for the ends of lines,
/// so a third of the bytes of a product need not move, and x is loaded as vectors.
struct SellColumns {
  Array<Offset> begins;       ///< first number of each chunk, and how many there are
  Array<LocalIndex> columns;  ///< of a regular chunk one for each k; otherwise C for each k, as in SellArrays
};

/// Finds the regular chunks of a matrix.
[[nodiscard]] SellColumns compact_columns(const SellArrays& sell);

/// Bytes of all arrays of both; those of `sell` no longer count its columns if they have been dropped.
[[nodiscard]] Offset allocated_bytes_of(const SellArrays& sell, const SellColumns& columns);

}  // namespace minikrylov
