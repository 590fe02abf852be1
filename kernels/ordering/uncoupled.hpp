// A matrix without the couplings between groups of its rows.
#pragma once
#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// The entries of `matrix` whose row and column are in the same group, in order; ghost columns are dropped.
/// `group_of_row` has one number per row. `matrix` must have block 1.
CrsArrays uncoupled(const CrsArrays& matrix, const Array<int>& group_of_row);

}  // namespace minikrylov
