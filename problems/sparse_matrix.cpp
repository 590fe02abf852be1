// Symmetry of a matrix.
#include "problems/sparse_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "device/spaces.hpp"

namespace minikrylov {
namespace {

constexpr double tolerance = 1e-10;

double entry(const SparseMatrix& matrix, LocalIndex row, LocalIndex column) {
  const auto begin = matrix.columns.begin() + matrix.offsets[row],
             end = matrix.columns.begin() + matrix.offsets[row + 1];
  const auto found = std::lower_bound(begin, end, column);
  return found != end && *found == column ? matrix.values[found - matrix.columns.begin()] : 0;
}

bool row_is_mirrored(const SparseMatrix& matrix, LocalIndex row) {
  for (Offset e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
    const double here = matrix.values[e], there = entry(matrix, matrix.columns[e], row);
    if (std::fabs(here - there) > tolerance * std::max(std::fabs(here), std::fabs(there))) return false;
  }
  return true;
}

}  // namespace

Symmetry symmetry_of(const SparseMatrix& matrix) {
  int misfits = 0;
  Kokkos::parallel_reduce(
      "is A symmetric", Kokkos::RangePolicy<HostExec>(0, matrix.rows),
      [&matrix](LocalIndex row, int& sum) { sum += row_is_mirrored(matrix, row) ? 0 : 1; }, misfits);
  return misfits == 0 ? Symmetry::symmetric : Symmetry::general;
}

}  // namespace minikrylov
