// Matrices of degrees-of-freedom blocks: the unknowns of a point are consecutive and share one column number.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/core/dispatch.hpp"
#include "kernels/ordering/ordering.hpp"

namespace minikrylov {

/// Block sizes (unknowns per point) for which kernels are compiled.
inline constexpr int block_sizes[] = {2, 3};

/// Calls make(B) with the compiled B equal to `block`. Throws std::invalid_argument if `block` is not in block_sizes.
template <class Make> auto with_block(int block, const Make& make) {
  using Made = decltype(make(std::integral_constant<int, block_sizes[0]>()));
  return dispatch<block_sizes>(block, make, [&]() -> Made {
    throw std::invalid_argument("blocks of " + std::to_string(block) + "x" + std::to_string(block) +
                                " numbers are not possible (kernels are compiled for " + alternatives(block_sizes) +
                                " unknowns per point) use a format without blocks");
  });
}

/// The matrix of block × block blocks equal to `matrix`, whose own block is 1. Throws std::invalid_argument unless all
/// blocks are complete: the rows of a point have the same columns, and the columns of a point are consecutive.
CrsArrays to_blocks(const CrsArrays& matrix, int block);

/// The ordering of rows that follows from an ordering of points, with the `block` rows of a point consecutive.
Ordering ordering_of_rows(const Ordering& points, int block);

/// Parts of rows converted to parts of points. All must be multiples of `block`.
std::vector<LocalIndex> parts_of_points(std::vector<LocalIndex> parts, int block);

}  // namespace minikrylov
