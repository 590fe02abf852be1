// The right-hand sides of a solve and their exact solutions.
#pragma once
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// b, and the exact solutions of its columns, of the system as scaled. The first columns are the system's own, usually
/// one; the solutions of others are pseudo-random in [0, 1), depending only on the column and the row's global number.
struct RightHandSides {
  Vector b, exact;
  Nullspace nullspace = Nullspace::none;  ///< of A: solutions are unique up to it
  int first_known = 0;  ///< first column with a known solution: 0, or that after the system's own with unknown ones
};

/// One of many sequences of pseudo-random numbers.
struct RandomStream {
  enum class Use { solution, rhs, guess };
  Use use = Use::solution;
  int seed = 0;
};

/// x ← numbers in [0, 1) that depend only on the stream, the rows' global numbers and the column, counted from
/// `first_column`.
void fill_pseudo_random(const Array<GlobalIndex>& global_number, const Vector& x, int first_column = 0,
                        RandomStream stream = {});

/// `width` right-hand sides of `system` with matrix A; at least as many as it has itself. Collective.
[[nodiscard]] RightHandSides make_right_hand_sides(const System& system, const Operator& A, int width);

/// The initial guess of `system`, ghosts included, from values of the rows as assembled, each with `width` columns, of
/// the system as given. Throws a SetupError on all ranks if they are too large. Collective.
[[nodiscard]] Vector make_guess(const System& system, const Array<double>& given, int width, const Communicator& ranks);

}  // namespace minikrylov
