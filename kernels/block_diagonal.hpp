// Inverses of dense blocks on the diagonal, and products with them.
#pragma once
#include <vector>

#include "kernels/triangles.hpp"
#include "kernels/vector.hpp"

namespace minikrylov {

/// One dense inverse a point, row by row; which point comes first among those that have none.
struct InverseBlocks {
  Array<double> numbers;          ///< block² a point
  LocalIndex first_singular = 0;  ///< a point, or the number of points
};

/// The inverse of each of `blocks` (block² numbers a point) by LU with partial pivoting, first touched part by part;
/// `parts` in points. `block` is one of block_sizes.
InverseBlocks invert_blocks(const Array<double>& blocks, const std::vector<LocalIndex>& parts, int block);

/// z ← D⁻¹ r.
void multiply_blocks(const Array<double>& inverse, int block, const Vector& r, const Vector& z);

}  // namespace minikrylov
