// The right-hand sides of a solve and their exact solutions.
#pragma once
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// b, and the exact solutions of its columns, of the system as scaled. Column 0 is the problem's own right-hand side;
/// the solution of column j > 0 is pseudo-random in [0, 1), depending only on j and the row's global number.
struct RightHandSides {
  Vector b, exact;
  Nullspace nullspace = Nullspace::none;  ///< of A: solutions are unique up to it
  int first_known = 0;  ///< first column with a known solution: 0, or 1 where the problem's own is unknown
};

/// x ← numbers in [0, 1) that depend only on the rows' global numbers and the column, counted from `first_column`.
void fill_pseudo_random(const Array<GlobalIndex>& global_number, const Vector& x, int first_column = 0);

/// `width` right-hand sides of `system` with matrix A. Collective.
[[nodiscard]] RightHandSides make_right_hand_sides(const System& system, const Operator& A, int width);

}  // namespace minikrylov
