// Statements as calls to Kokkos Kernels' BLAS, one or more each: the baseline, as in most codes.
#pragma once
#include <vector>

#include "kernels/fusion/counts.hpp"

namespace minikrylov::blas {

struct Term {
  Scalars c;
  double* x;
};

/// y ← Σ c x over rows · width elements; a term with x = y must come first. Returns the vectors moved by the calls.
Counts assign(const std::vector<Term>& terms, double* y, LocalIndex rows, int width);

/// (x, y) per right-hand side, over this rank's rows.
Scalars dot(const double* x, const double* y, LocalIndex rows, int width);

/// z ← D⁻¹ r, one factor per row.
void scale(const Array<double>& inverse_diagonal, const Vector& r, const Vector& z);

}  // namespace minikrylov::blas
