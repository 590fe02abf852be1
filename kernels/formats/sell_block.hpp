// SELL-C-σ of blocks: one column number for all unknowns of a point, so that little but values moves.
#pragma once
#include <memory>
#include <vector>

#include "kernels/formats/blocks.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// A matrix of points (see to_blocks) that are ordered and sorted already, in chunks of `chunk` points; `parts` in
/// points. With 3 x 3 blocks it moves 8 + 4/9 bytes an entry, and less where neighbours have neighbouring columns (see
/// compact_columns). Its rows and columns are those of single unknowns, as products see them. Throws
/// std::invalid_argument if there are no kernels for `chunk` or for the block.
std::unique_ptr<LocalMatrix> make_sell_block(const CrsArrays& points, const std::vector<LocalIndex>& parts, int chunk);

}  // namespace minikrylov
