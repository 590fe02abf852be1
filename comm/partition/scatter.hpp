// Distribution of a matrix that one rank has read.
#pragma once
#include <string>
#include <vector>

#include "comm/halo/halo.hpp"
#include "comm/partition/row_partition.hpp"
#include "comm/runtime/communicator.hpp"
#include "problems/require.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

/// The rows of a rank, and the owners of its ghosts.
struct ScatteredRows {
  Rows rows;
  std::vector<Ghost> ghosts;                ///< grouped by owner, in the order of the ghost columns
  std::vector<GlobalIndex> global_numbers;  ///< of the rows
};

/// Sends each rank its rows of `matrix`; `matrix` and `owner` are used on rank 0 only. The right-hand side is A·1, so
/// the solution is 1; if A·1 is zero up to rounding (1e-13 of each row's entries), b = A x with
/// xᵢ = 1 + (i mod 17) / 16. Collective. Throws a SetupError if a rank has no row.
[[nodiscard]] ScatteredRows scatter_rows(const SparseMatrix& matrix, const std::vector<int>& owner,
                                         const Communicator& ranks);

/// Throws a SetupError with the lines of `complaints`, if any.
void raise_lines(const std::string& complaints);

/// Calls `make` on rank 0 and returns its value, an empty one elsewhere. If it throws a SetupError, so do all ranks.
/// Collective.
template <class Make> auto on_first_rank(const Communicator& ranks, const Make& make) -> decltype(make()) {
  decltype(make()) result{};
  std::string complaints;
  if (ranks.rank() == 0) {
    try {
      result = make();
    } catch (const SetupError& error) {
      for (const std::string& message : error.messages()) complaints += message + '\n';
    }
  }
  raise_lines(ranks.gather(complaints).front());
  return result;
}

}  // namespace minikrylov
