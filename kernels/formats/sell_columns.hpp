// Column indices of chunks, compacted where they are consecutive.
#pragma once
#include "kernels/formats/sell_arrays.hpp"

namespace minikrylov {

/// If the rows of a chunk are adjacent in the grid, their k-th columns are consecutive. Such a chunk is regular: only
/// the column of its first row is kept for each k, which saves a third of a product's traffic, and x is loaded as
/// vectors. Stencils are regular also at ends of lines, where rows lack a few neighbours, unless the columns of these
/// would be ghosts or outside of the matrix. Such a chunk is mixed if that makes it smaller: for a k whose columns are
/// not consecutive it keeps -d, and the C columns themselves at position d after the chunk's first column. A chunk cut
/// short is neither, so that products need not ask regular ones for their number of rows.
struct SellColumns {
  Array<Offset> begins;       ///< first column of each chunk, and the number of all
  Array<LocalIndex> columns;  ///< of irregular chunks C for each k, as in SellArrays
};

/// Compacts the columns of regular and of mixed chunks.
[[nodiscard]] SellColumns compact_columns(const SellArrays& sell);

/// Bytes of all arrays of both; columns of `sell` do not count once dropped.
[[nodiscard]] Offset allocated_bytes_of(const SellArrays& sell, const SellColumns& columns);

/// Digest of the same arrays.
[[nodiscard]] std::uint64_t digest_of(const SellArrays& sell, const SellColumns& columns);

}  // namespace minikrylov
