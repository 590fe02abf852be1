// The recurrence of matrix powers at one element, for every loop over rows or ghosts.
#pragma once
#include "kernels/schedule/powers.hpp"

namespace minikrylov {

/// The operands of y_k at the elements of some rows, counted from the first of them. Terms are added from left to
/// right, so that all loops round alike.
struct PowersElement {
  PowersTerm term;
  const double *last, *before, *first, *inverse_diagonal;  ///< the last three may be null
  double* y;
  int width;
  double* kept = nullptr;  ///< if not null, where rows that are finished in registers are streamed as well

  /// y_k from an element of A y_{k-1}.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION double of(double product, Offset e) const {
    double sum = term.a * (inverse_diagonal == nullptr ? product : inverse_diagonal[e / width] * product);
    if (term.b != 0) sum = sum + term.b * last[e];
    if (before != nullptr) sum = sum + term.c * before[e];
    if (first != nullptr) sum = sum + term.d * first[e];
    return sum;
  }
};

/// Those of the rows, or ghosts, from `row` on.
[[nodiscard]] PowersElement element_at(const Powers& powers, PowersChain chain, int k, LocalIndex row);

}  // namespace minikrylov
