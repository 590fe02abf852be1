// Eigenvalues of Hessenberg matrices of a few rows.
#pragma once
#include <complex>
#include <vector>

#include "miniapp/system/preconditioner/small_eigenvalues.hpp"

namespace minikrylov {

/// All eigenvalues of an upper Hessenberg matrix, conjugate pairs one after the other, by Francis' QR steps with two
/// shifts (G. Golub, C. Van Loan, Matrix Computations, 4th ed. (2013), algorithms 7.5.1 and 7.5.2); NaN where the
/// matrix is not finite, or where the steps do not converge.
[[nodiscard]] std::vector<std::complex<double>> hessenberg_eigenvalues(SmallMatrix hessenberg);

}  // namespace minikrylov
