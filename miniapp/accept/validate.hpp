// The machine's answers, checked before anything is timed.
#pragma once
#include "miniapp/accept/checks/speeds.hpp"
#include "miniapp/accept/checks/sums.hpp"
#include "miniapp/accept/checks/variants.hpp"

namespace minikrylov {

/// A problem whose number of iterations is known.
struct KnownCounts {
  ProblemKind problem = ProblemKind::poisson3d_fvm;
  int points = 64;
  /// Of PCG with IC(0), red-black, on one rank: K. Nakajima et al., HPCAsia 2022 Workshop,
  /// https://doi.org/10.1145/3503470.3503477, table 2.
  int ic0 = 225;
  /// Of PCG with Jacobi, on any number of ranks; tests/scripts/test_accept_counts.py counts them by NumPy.
  int jacobi = 413;
};

/// Points in each direction of the systems of the validation.
struct ValidationSizes {
  int compared = 0;                    ///< of those on which methods are compared
  int counted = KnownCounts{}.points;  ///< of the one whose number of iterations is known
};

/// All checks before anything is timed, except that of sums, in the order of the report. Collective; the same on all
/// ranks.
[[nodiscard]] std::vector<CheckRow> validate(const Benches& benches, const ValidationSizes& sizes,
                                             const AcceptSurroundings& with);

/// Repeats the checks of what may have changed since: sums, products, stored data. Collective; the same on all ranks.
[[nodiscard]] std::vector<CheckRow> validate_again(const Benches& benches, NonblockingSums nonblocking,
                                                   const AcceptSurroundings& with);

/// Checks the symmetry of A and of M⁻¹. Collective.
[[nodiscard]] std::vector<CheckRow> check_symmetry(const Operator& A, const Preconditioner& M, std::string_view of_M,
                                                   const Bench& bench, const Communicator& ranks);

/// Checks iteration counts against published and independently counted ones, if there are any for this many points;
/// adds the solves to `repeats`. Collective.
[[nodiscard]] std::vector<CheckRow> check_known_counts(int points, const AcceptSurroundings& with, Repeats& repeats);

}  // namespace minikrylov
