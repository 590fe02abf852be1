// What a sweep of a substitution does to one row, whatever the format.
#pragma once
#include "kernels/substitution.hpp"

namespace minikrylov {

/// What a sweep reads and writes besides a triangle. Backward, `from` is z.
struct SweepStep {
  const double* inverse_diagonal;
  const double* from;
  double* z;
  int width;
};

/// zᵢ from Σ aᵢⱼ zⱼ.
template <SweepDirection D> KOKKOS_FORCEINLINE_FUNCTION double finish(double from, double sum, double inverse) {
  if constexpr (D == SweepDirection::forward)
    return (from - sum) * inverse;
  else
    return from - sum * inverse;
}

/// Calls visit(i) for begin … end-1 in the order in which rows of one part that need each other are computed.
template <SweepDirection D, class Visit>
KOKKOS_FUNCTION void visit_in_turn(LocalIndex begin, LocalIndex end, const Visit& visit) {
  if constexpr (D == SweepDirection::forward)
    for (LocalIndex i = begin; i < end; ++i) visit(i);
  else
    for (LocalIndex i = end; i-- > begin;) visit(i);
}

}  // namespace minikrylov
