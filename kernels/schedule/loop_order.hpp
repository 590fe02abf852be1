// In which order a thread of a host goes through the rows of a product.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/core/row_blocks.hpp"

namespace minikrylov {

/// The largest distance between a row and one of its columns among the rows of this rank.
[[nodiscard]] LocalIndex find_bandwidth(const CrsArrays& matrix);

/// How much of x lies between the first and the last row that a product needs at once.
[[nodiscard]] Offset window_bytes(LocalIndex bandwidth, int width);

/// A window that stays in a core's own cache (measured on x86-64: with larger ones products slow down).
inline constexpr Offset cached_window_bytes = Offset{1} << 20;

/// A window of a cache block, in which the layers before and behind it and what else the product streams have to stay,
/// too (measured on x86-64 for 16 right-hand sides: 4 to 10 % faster than twice as much or half as much).
inline constexpr Offset cache_block_bytes = Offset{1} << 19;

/// Cache blocking of the layers of a matrix whose rows couple over `bandwidth` rows: of a grid, first one part of all
/// planes, then the next part. A part is so narrow that x is still in cache when the next layer needs it.
struct CacheBlocking {
  LocalIndex bandwidth = 0;
  LocalIndex part_rows = 0;  ///< of a layer; 0: the natural order is as good

  /// For `rows` rows.
  [[nodiscard]] static CacheBlocking of(LocalIndex rows, LocalIndex bandwidth, int width);
  [[nodiscard]] bool pays() const { return part_rows > 0; }
  /// Whether row a comes before row b.
  [[nodiscard]] bool precedes(LocalIndex a, LocalIndex b) const;
};

}  // namespace minikrylov
