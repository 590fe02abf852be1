// Packing rows of a vector into a send buffer.
#pragma once
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Copies row rows[i] of a vector to row i of a buffer; messages are of doubles, whatever its precision.
template <class Real> struct PackRow {
  const Real* values;
  const LocalIndex* rows;
  double* buffer;
  int width;

  KOKKOS_FUNCTION void operator()(LocalIndex i) const {
    const Offset from = Offset{rows[i]} * width, to = Offset{i} * width;
    for (int j = 0; j < width; ++j) buffer[to + j] = static_cast<double>(values[from + j]);
  }
};
template <class Real> PackRow(Real*, const LocalIndex*, double*, int) -> PackRow<Real>;

}  // namespace minikrylov
