// Matrices of small dense blocks: the degrees of freedom of a point stand together, and one column number serves all of
// them.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/core/dispatch.hpp"
#include "kernels/ordering/ordering.hpp"

namespace minikrylov {

/// Unknowns per point for which kernels are compiled.
inline constexpr int block_sizes[] = {2, 3};

/// make(B) with the compiled B that equals `block`. Throws std::invalid_argument if `block` is none of block_sizes.
template <class Make> auto with_block(int block, const Make& make) {
  using Made = decltype(make(std::integral_constant<int, block_sizes[0]>()));
  return dispatch<block_sizes>(block, make, [&]() -> Made {
    throw std::invalid_argument("blocks of " + std::to_string(block) + "x" + std::to_string(block) +
                                " numbers do not exist (compiled are " + alternatives(block_sizes) +
                                " unknowns per point) use a format without blocks");
  });
}

/// The same matrix with `block` rows and columns of `matrix` (whose block is 1) as one. Throws std::invalid_argument
/// unless each block is stored whole: the rows of a point have the same columns, those of a point side by side.
CrsArrays to_blocks(const CrsArrays& matrix, int block);

/// The ordering of rows that keeps the `block` rows of each point together, from an ordering of points.
Ordering ordering_of_rows(const Ordering& points, int block);

/// Parts of rows as parts of points. All must be multiples of `block`.
std::vector<LocalIndex> parts_of_points(std::vector<LocalIndex> parts, int block);

}  // namespace minikrylov
