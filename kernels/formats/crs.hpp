// CRS by Kokkos Kernels: the baseline.
#pragma once
#include <memory>
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// A matrix as a KokkosSparse::CrsMatrix, multiplied by KokkosSparse::spmv, or by our own loop for a range of rows.
/// Shares columns and values with `matrix`. Nothing fuses to its products. Throws std::invalid_argument if there are
/// 2³¹ nonzeros or more, since its offsets are 32-bit.
std::unique_ptr<LocalMatrix> make_crs(const CrsArrays& matrix);
/// The same by the arguments of all formats, of which it needs the first only.
std::unique_ptr<LocalMatrix> make_crs(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, int chunk);

/// The offsets as 32-bit integers. Throws std::invalid_argument if there are 2³¹ entries or more.
Array<int> short_offsets(const CrsArrays& matrix);

}  // namespace minikrylov
