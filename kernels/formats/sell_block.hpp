// SELL-C-σ of degrees-of-freedom blocks: one column number per block, so that mostly values are moved.
#pragma once
#include <memory>
#include <vector>

#include "kernels/formats/blocks.hpp"
#include "kernels/formats/sell_arrays.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// A matrix of blocks (see to_blocks) whose points are already ordered and sorted, in chunks of `chunk` points; `parts`
/// counts points. With 3 x 3 blocks it moves 8 + 4/9 bytes per entry, and less in regular chunks (see compact_columns).
/// Its rows and columns, as seen by products, are single unknowns. Throws std::invalid_argument if there are no kernels
/// for `chunk` or the block.
std::unique_ptr<LocalMatrix> make_sell_block(const CrsArrays& points, const std::vector<LocalIndex>& parts, int chunk);

/// The same from chunks of points, whose numbers it shares; `nonzeros`: single numbers without padding.
std::unique_ptr<LocalMatrix> make_sell_block(SellArrays arrays, Offset nonzeros);

}  // namespace minikrylov
