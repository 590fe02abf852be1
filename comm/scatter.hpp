// From a matrix that one rank has read to the rows of each rank.
#pragma once
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/halo.hpp"
#include "comm/row_partition.hpp"
#include "problems/require.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

/// The rows that a rank works on, and where its ghosts live.
struct ScatteredRows {
  Rows rows;
  std::vector<Ghost> ghosts;                ///< grouped by owner, in the order of the ghost columns
  std::vector<GlobalIndex> global_numbers;  ///< of the rows
};

/// Hands each rank its rows of `matrix`, which only rank 0 needs to have; `owner` likewise. The right-hand side is
/// A·1, so the solution is 1. Collective. Throws a SetupError if a rank has no row.
[[nodiscard]] ScatteredRows scatter_rows(const SparseMatrix& matrix, const std::vector<int>& owner,
                                         const Communicator& ranks);

/// Throws a SetupError with the lines of `complaints`, if there are any.
void raise_lines(const std::string& complaints);

/// What `make` returns on rank 0, an empty value elsewhere. If it throws a SetupError there, all ranks do. Collective.
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
