// Packing rows of a vector into a send buffer.
#pragma once
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Copies row rows[i] of a vector to row i of a buffer.
struct PackRow {
  const double* values;
  const LocalIndex* rows;
  double* buffer;
  int width;

  KOKKOS_FUNCTION void operator()(LocalIndex i) const {
    const Offset from = Offset{rows[i]} * width, to = Offset{i} * width;
    for (int j = 0; j < width; ++j) buffer[to + j] = values[from + j];
  }
};

}  // namespace minikrylov
