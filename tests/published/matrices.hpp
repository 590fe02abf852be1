// Real matrices from files, and solves with them.
#pragma once
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "miniapp/timing/statistics.hpp"
#include "problems/matrix_market.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {

inline const std::string data_folder = MINIKRYLOV_TEST_DATA "/";

/// The matrix `name`; negated if it is negative definite, as in the reference.
inline SparseMatrix read(const std::string& name, const std::string& kind) {
  SparseMatrix matrix = read_matrix_market(data_folder + name + ".mtx.gz");
  if (kind == "sym-negdef")
    for (double& value : matrix.values) value = -value;
  return matrix;
}

/// With Jacobi, and with the restarts of the command line.
inline Solved solve_to(double rtol, const SparseMatrix& matrix, const CatalogueRow& row) {
  const Distributed system(matrix, block_owners(matrix.rows, 1));
  return system.solve(row, {.preconditioner = PreconditionerChoice::jacobi,
                            .preconditioning = {.zero_diagonal = ZeroDiagonal::one},
                            .rtol = rtol,
                            .max_iterations = 10000,
                            .restarts = row.usual_restarts() - row.restarts});
}

/// The outcomes of `solve` with a matrix whose values differ in their last bits, as sums differ on other processors.
template <class Solve> std::vector<Outcome> outcomes_over_rounding(const SparseMatrix& matrix, const Solve& solve) {
  std::vector<Outcome> outcomes;
  for (int k = 0; k < 15; ++k) {
    SparseMatrix rounded = matrix;
    for (double& value : rounded.values) value *= 1 + k * std::numeric_limits<double>::epsilon();
    outcomes.push_back(solve(rounded).outcome);
  }
  return outcomes;
}

/// The median of what `count` finds in outcomes.
template <class Count> double median_of(const std::vector<Outcome>& outcomes, const Count& count) {
  std::vector<double> counts;
  for (const Outcome& outcome : outcomes) counts.push_back(static_cast<double>(std::invoke(count, outcome)));
  return summarise(counts).median;
}

}  // namespace minikrylov::test
