// Systems of any scale: powers of two that keep products and squares away from overflow and underflow.
#pragma once
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "kernels/core/precision.hpp"
#include "kernels/core/types.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

/// The system that is solved is 2^matrix A y = 2^rhs b, with y = 2^solution() x. Multiplication by powers of two is
/// exact, and exponents are even, so that square roots scale exactly as well. 0: unscaled.
struct ScaleExponents {
  int matrix = 0, rhs = 0;

  [[nodiscard]] int solution() const { return rhs - matrix; }
};

/// Rows scaled for computation.
struct ScaledRows {
  Rows rows;
  ScaleExponents scale;
};

/// Scales the matrix if its largest entry lies outside 2^-64 … 2^64, and the right-hand side likewise (2^-8 … 2^8 for
/// iterations on `vectors` in single precision); copies what it changes, and the largest entry is then between 1/2
/// and 4. Rows without a right-hand side have b = A x, and their solution is scaled likewise. Entries below 1e-308 lose
/// digits. Throws a SetupError on all ranks if a largest entry lies outside 2^-500 … 2^500 or is not finite.
/// Collective.
[[nodiscard]] ScaledRows scaled(const Rows& given, Precision vectors, const Communicator& ranks);

/// The largest |array(k)| of all ranks in each of `columns` columns of `rows` rows here, stored row by row; infinite if
/// one of them is not finite. Collective.
[[nodiscard]] std::vector<double> largest_of_columns(const Array<double>& array, Offset rows, int columns,
                                                     const Communicator& ranks);

/// 2^exponent times the numbers; the array itself where that changes nothing.
[[nodiscard]] Array<double> times_power(const Array<double>& array, int exponent);

/// Throws a SetupError on all ranks if the largest of `numbers` is out of the supported range. `what`: their name in
/// the complaint. Collective.
void require_possible(const Array<double>& numbers, const char* what, const Communicator& ranks);

/// Throws a SetupError on all ranks if residuals of the initial guess of a system with this scale may be out of the
/// range of single precision: if it is not zero, and its largest component lies outside 2^-40 … 2^40. Collective.
void require_moderate(const Array<double>& guess, const ScaleExponents& scale, const Communicator& ranks);

}  // namespace minikrylov
