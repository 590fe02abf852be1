// Validates the machine's results before anything is timed.
#pragma once
#include "miniapp/accept/bench.hpp"

namespace minikrylov {

/// A problem with known iteration counts.
struct KnownCounts {
  ProblemKind problem = ProblemKind::poisson3d_fvm;
  int points = 64;
  /// Of PCG with IC(0), red-black, on one rank: K. Nakajima et al., HPCAsia 2022 Workshop,
  /// https://doi.org/10.1145/3503470.3503477, table 2.
  int ic0 = 225;
  /// Of PCG with Jacobi, on any number of ranks; tests/scripts/test_accept_counts.py counts them with NumPy.
  int jacobi = 413;
};

/// All checks, in the order of the report. Collective; the same on all ranks.
[[nodiscard]] std::vector<CheckRow> validate(const Benches& benches, const AcceptSurroundings& with);

/// Checks the symmetry of the matrix and of M⁻¹. Collective.
[[nodiscard]] std::vector<CheckRow> check_symmetry(const Operator& A, const Preconditioner& M, std::string_view of_M,
                                                   const Bench& bench, const Communicator& ranks);

/// Compares with known iteration counts, where these exist for this many points. Collective.
[[nodiscard]] std::vector<CheckRow> check_known_counts(int points, const AcceptSurroundings& with);

/// The results of a method's runs on one system.
struct VariantRuns {
  std::string_view method;
  int iterations = 0;
  double error = 0;                            ///< ‖x - solution‖ / ‖solution‖
  std::vector<std::vector<double>> histories;  ///< residuals, one history per run
  std::vector<std::string> objections;
};

/// Checks that methods agree in iterations and solutions, and that repeated runs give bitwise identical residuals. The
/// classical method comes first.
[[nodiscard]] std::vector<CheckRow> check_agreement(std::string_view problem, const std::vector<VariantRuns>& variants);

}  // namespace minikrylov
