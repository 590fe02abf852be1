// In which order the threads of a host go through the row blocks of a product.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/core/row_blocks.hpp"

namespace minikrylov {

/// The largest distance between a row and one of its columns among the rows of this rank.
[[nodiscard]] LocalIndex find_bandwidth(const CrsArrays& matrix);

/// How much of x lies between the first and the last row that a product needs at once.
[[nodiscard]] Offset window_bytes(LocalIndex bandwidth, int width);

/// A window that stays in a core's own cache (measured: with larger ones products slow down).
inline constexpr Offset cached_window_bytes = Offset{1} << 20;

/// A window of a strip, in which the layers before and behind it and what else the product streams have to stay, too
/// (measured for 16 right-hand sides: 4 to 10 % faster than twice as much or half as much).
inline constexpr Offset cache_block_bytes = Offset{1} << 19;

/// Where each thread's share of `blocks` blocks ends, as for_blocks() deals them out.
[[nodiscard]] std::vector<LocalIndex> share_ends(LocalIndex blocks);

/// All blocks, those of each thread's share in strips through the layers of a matrix whose rows couple over `bandwidth`
/// rows: of a grid, first one part of all planes, then the next part. A strip is so narrow that x is still in cache
/// when the next layer needs it. Empty where the natural order is as good.
[[nodiscard]] std::vector<LocalIndex> cache_blocked_order(const RowBlocks& blocks, LocalIndex bandwidth, int width);

}  // namespace minikrylov
