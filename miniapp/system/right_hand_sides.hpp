// The right-hand sides of a solve, and the solutions they belong to.
#pragma once
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// b, and the exact solutions of its columns. Column 0 is the problem's own right-hand side; column j > 0 belongs to a
/// pseudo-random solution in [0, 1) that depends on j and the row's global number alone.
struct RightHandSides {
  Vector b, exact;
  int first_known = 0;  ///< columns from here on have a known solution: 0, or 1 where the problem's own has none
};

/// x ← numbers in [0, 1) that depend on the rows' global numbers and on the column, counted from `first_column`, alone.
void fill_pseudo_random(const Array<GlobalIndex>& global_number, const Vector& x, int first_column = 0);

/// `width` right-hand sides of `system`, whose matrix is A. Collective.
[[nodiscard]] RightHandSides make_right_hand_sides(const System& system, const Operator& A, int width);

}  // namespace minikrylov
