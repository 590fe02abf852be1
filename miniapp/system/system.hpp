// The assembled and distributed linear system: matrix in its format, halo, right-hand side.
#pragma once
#include <memory>

#include "comm/halo.hpp"
#include "comm/partition.hpp"
#include "comm/scatter.hpp"
#include "kernels/ordering/ordering.hpp"
#include "kernels/schedule/interior.hpp"
#include "kernels/schedule/local_matrix.hpp"
#include "miniapp/settings/names.hpp"
#include "problems/problem.hpp"

namespace minikrylov {

/// Whether the ordered rows stay in memory beside the matrix: a factorisation is made from them.
enum class OrderedRows { dropped, kept };

/// What orderings move: single rows, or points, whose rows stay together.
enum class OrderedUnit { row, point };

/// How the matrix is ordered and stored.
struct MatrixLayout {
  MatrixFormat format = MatrixFormat::sell;
  int chunk = 8;         ///< C of SELL-C-σ, in rows; of sell_block in points
  LocalIndex sigma = 1;  ///< σ of SELL-C-σ, likewise
  OrderingChoice ordering = OrderingChoice::natural;
  OrderedRows ordered_rows = OrderedRows::dropped;
  OrderedUnit unit = OrderedUnit::row;  ///< sell_block is always by points
};

/// A x = b on this rank, its rows in the order in which they are computed.
struct System {
  LocalIndex rows = 0, ghosts = 0;
  int dofs = 1;  ///< unknowns a point; they stand together as assembled, which makes the matrix one of blocks
  GlobalIndex global_rows = 0, global_nonzeros = 0;
  int longest_row = 0;                ///< most entries of a row, of all ranks
  LocalIndex rows_before_ghosts = 0;  ///< rows before the first one that has a ghost column
  Ordering ordering;                  ///< from the grid's numbering to the order used here
  MatrixLayout layout;
  CrsArrays ordered_rows;  ///< what the matrix was made from, if it is kept; otherwise empty
  std::unique_ptr<LocalMatrix> matrix;
  std::unique_ptr<Halo> halo;
  Array<double> rhs, solution;       ///< of one right-hand side; solution is empty where it is not known
  Array<double> diagonal;            ///< of each row, then of each ghost
  GhostGroups ghost_groups;          ///< of the ordered rows: what a product can compute before the halo is there
  Array<GlobalIndex> global_number;  ///< of each row, whatever the partition and the ordering
  double assembly_seconds = 0, conversion_seconds = 0;
};

/// The rows of this rank as assembled or read, before they are ordered.
struct AssembledRows {
  Rows rows;
  std::vector<Ghost> ghosts;         ///< grouped by owner, in the order of the ghost columns
  Array<GlobalIndex> global_number;  ///< of each row
  Box box;                           ///< of the grid; empty where there is none
  int dofs = 1;
};

/// The rows of the box of `rank`. Not collective.
[[nodiscard]] AssembledRows assemble_rows(const Problem& problem, const Partition& partition, int rank);

/// The rows of a matrix that has no grid.
[[nodiscard]] AssembledRows as_assembled(ScatteredRows scattered);

/// Orders, converts and connects. Collective.
[[nodiscard]] System build_system(const AssembledRows& assembled, const Communicator& ranks, const MatrixLayout& layout,
                                  GpuAwareMpi gpu_aware);

/// Assembles, then the same. Collective.
[[nodiscard]] System build_system(const Problem& problem, const Partition& partition, const Communicator& ranks,
                                  const MatrixLayout& layout, GpuAwareMpi gpu_aware);

}  // namespace minikrylov
