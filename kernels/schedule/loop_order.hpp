// The loop order of a host thread in a product.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/core/row_blocks.hpp"
#include "kernels/core/tuning.hpp"

namespace minikrylov {

/// The maximum distance between a row and one of its columns, ghosts excluded.
[[nodiscard]] LocalIndex find_bandwidth(const CrsArrays& matrix);

/// Rows from one layer of a grid to the next: where the columns of a row in the middle are clustered, the distance to
/// the centre of the first cluster that is far away. 0 if the matrix has no columns above its diagonal there. On hosts
/// only; on a device 0, since no schedule needs it.
[[nodiscard]] LocalIndex find_layer(const CrsArrays& matrix);

/// Bytes of x between a row and the farthest row it couples with.
[[nodiscard]] Offset window_bytes(LocalIndex bandwidth, int width);

/// Cache blocking of a matrix whose layers have `bandwidth` rows: on a grid, first one part of all planes, then the
/// next. A part is narrow enough for x to be still in cache when the next layer needs it.
struct CacheBlocking {
  LocalIndex bandwidth = 0;
  LocalIndex part_rows = 0;  ///< of a layer; 0: the natural order is as fast

  /// The cache blocking for `rows` rows, with windows of at most `block_bytes`.
  [[nodiscard]] static CacheBlocking of(LocalIndex rows, LocalIndex bandwidth, int width,
                                        Offset block_bytes = Tuning{}.cache_block_bytes);
  [[nodiscard]] bool pays() const { return part_rows > 0; }
  /// Whether row a comes before row b.
  [[nodiscard]] bool precedes(LocalIndex a, LocalIndex b) const;
};

}  // namespace minikrylov
