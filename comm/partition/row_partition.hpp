// Row partitions of a matrix without a grid: in blocks, by its graph, or from a file.
#pragma once
#include <string>
#include <vector>

#include "comm/partition/partition.hpp"
#include "problems/sparse_matrix.hpp"

namespace minikrylov {

/// The owner of each row, and the row's number among the owner's rows, which ascend by global number.
struct RowPartition {
  std::vector<int> owner;
  std::vector<LocalIndex> index;

  [[nodiscard]] GhostSource locate(GlobalIndex global) const { return {owner[global], index[global]}; }
  /// Global numbers of the rows of `rank`, ascending.
  [[nodiscard]] std::vector<GlobalIndex> rows_of(int rank) const;
};

/// Whether this build can partition graphs.
enum class GraphSupport { none, metis };
[[nodiscard]] GraphSupport graph_support();

/// Contiguous blocks of rows whose sizes differ by at most one.
[[nodiscard]] std::vector<int> block_owners(LocalIndex rows, int ranks);

/// What a partition of a graph makes small: couplings between ranks, or values that they send to each other (a value
/// that several rows of a rank need is sent once).
enum class GraphGoal { couplings, volume };

/// METIS's k-way partition of the graph of A + Aᵀ (G. Karypis, V. Kumar, SIAM J. Sci. Comput. 20 (1998) 359-392), rows
/// weighted by their entries: it balances entries and makes `goal` small. Every rank gets a row. Deterministic.
/// Throws a SetupError in a build without METIS, or if METIS fails.
[[nodiscard]] std::vector<int> graph_owners(const SparseMatrix& matrix, int ranks,
                                            GraphGoal goal = GraphGoal::couplings);

/// The owners in a file with one rank per line, as written by METIS's programs. Throws a SetupError with file and line
/// if a line is anything else.
[[nodiscard]] std::vector<int> read_owners(const std::string& file, LocalIndex rows, int ranks);

/// The partition with these owners. Throws a SetupError if a rank has no row.
[[nodiscard]] RowPartition make_row_partition(std::vector<int> owner, int ranks);

}  // namespace minikrylov
