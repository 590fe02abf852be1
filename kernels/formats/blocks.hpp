// Matrices of small dense blocks: the unknowns of a point stand together, and one column number serves all of them.
#pragma once
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/ordering/ordering.hpp"

namespace minikrylov {

/// Unknowns a point for which kernels are compiled.
inline constexpr int block_sizes[] = {2, 3};

/// make(B) with the compiled B that equals `block`. Throws std::invalid_argument if `block` is none of block_sizes.
template <class Make> auto with_block(int block, const Make& make) {
  switch (block) {
    case 2:
      return make(std::integral_constant<int, 2>());
    case 3:
      return make(std::integral_constant<int, 3>());
    default:
      throw std::invalid_argument("blocks of " + std::to_string(block) + "x" + std::to_string(block) +
                                  " numbers do not exist (the compiled kernels have 2x2 or 3x3)");
  }
}

/// The same matrix with `block` rows and columns of `matrix` (whose block is 1) as one. Throws std::invalid_argument
/// unless each block is stored whole: the rows of a point have the same columns, those of a point side by side.
CrsArrays to_blocks(const CrsArrays& matrix, int block);

/// The ordering of rows that keeps the `block` rows of each point together, from an ordering of points.
Ordering ordering_of_rows(const Ordering& points, int block);

/// Parts of rows as parts of points. All must be multiples of `block`.
std::vector<LocalIndex> parts_of_points(std::vector<LocalIndex> parts, int block);

}  // namespace minikrylov
