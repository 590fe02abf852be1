// The statements as calls of Kokkos Kernels' BLAS, one or more calls each: the baseline that most codes use.
#pragma once
#include <vector>

#include "kernels/fusion/statements.hpp"

namespace minikrylov::blas {

struct Term {
  Scalars c;
  double* x;
};

/// y ← Σ c x over rows · width elements; a term whose x is y stands first. Returns the vectors that the calls moved.
Counts assign(const std::vector<Term>& terms, double* y, LocalIndex rows, int width);

/// (x, y) of each right-hand side, over this rank's rows.
Scalars dot(const double* x, const double* y, LocalIndex rows, int width);

/// z ← D⁻¹ r, one factor a row.
void scale(const Array<double>& inverse_diagonal, const Vector& r, const Vector& z);

}  // namespace minikrylov::blas
