// A matrix without the couplings between groups of its rows.
#pragma once
#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// The entries of `matrix` whose row and column are of one group, in their order; ghost columns are dropped.
/// `group_of_row` has one number for each row. Blocks must be single numbers.
CrsArrays uncoupled(const CrsArrays& matrix, const Array<int>& group_of_row);

}  // namespace minikrylov
