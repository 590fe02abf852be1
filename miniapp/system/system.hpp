// The assembled and distributed linear system: matrix in its format, halo, right-hand side.
#pragma once
#include <memory>
#include <optional>

#include "comm/halo/halo.hpp"
#include "comm/partition/partition.hpp"
#include "comm/partition/scatter.hpp"
#include "kernels/schedule/group_graph.hpp"
#include "kernels/schedule/interior.hpp"
#include "miniapp/system/product/deep_halo.hpp"
#include "miniapp/system/scale.hpp"
#include "miniapp/system/stored_matrix.hpp"
#include "problems/problem.hpp"

namespace minikrylov {

/// A x = b on this rank, with rows in the order of computation; matrix, right-hand side and solution multiplied by the
/// powers of two in `scale`.
struct System {
  ScaleExponents scale;
  Nullspace nullspace = Nullspace::none;
  LocalIndex rows = 0;
  LocalIndex ghosts = 0;  ///< for which vectors need room: those of a product, or in all layers of a deep halo
  int dofs = 1;           ///< unknowns per point, contiguous as assembled: the matrix consists of dofs x dofs blocks
  GlobalIndex global_rows = 0, global_nonzeros = 0;
  int longest_row = 0;                ///< maximum entries per row, over all ranks
  LocalIndex rows_before_ghosts = 0;  ///< rows before the first with a ghost column
  Ordering ordering;                  ///< from the grid's numbering to the order used here
  MatrixLayout layout;
  Tuning tuning;           ///< of products and of preconditioners made from the matrix
  CrsArrays ordered_rows;  ///< the rows that the matrix was made from, if kept
  std::unique_ptr<LocalMatrix> matrix;
  std::optional<MatrixCoding> coding;  ///< if compression was asked for
  std::unique_ptr<LocalMatrix> plain;  ///< `matrix`, not compressed, until the faster one has been determined
  std::unique_ptr<LocalMatrix> inner;  ///< `matrix` in the precision of inner iterations, if that is lower
  std::unique_ptr<Halo> halo;
  Array<double> rhs, solution;          ///< as in Rows: of one or more right-hand sides, or empty
  Array<double> diagonal;               ///< of each row, then of each ghost
  GroupGraph group_graph;               ///< of the ordered rows; empty unless several powers are computed at a time
  std::unique_ptr<DeepHalo> deep_halo;  ///< null where it cannot be chosen
  GhostGroups ghost_groups;             ///< of the ordered rows: what a product can compute before the halo arrives
  Array<GlobalIndex> global_number;     ///< of each row, whatever the partition and the ordering
  double assembly_seconds = 0, conversion_seconds = 0;
};

/// What the products read: none also where compression found nothing to code, or did not pay.
[[nodiscard]] Compression compression_of(const System& system);

/// The digest of all that products and preconditioners read on this rank: the matrix, its diagonal, the problem's
/// right-hand side and solution, and the list of rows to send. Not collective.
[[nodiscard]] std::uint64_t digest_of(const System& system);

/// The rows of this rank as assembled or read, before ordering.
struct AssembledRows {
  Rows rows;                         ///< `rows.ghosts` in the order of the ghost columns
  std::vector<Ghost> ghosts;         ///< grouped by owner, in the order of the ghost columns
  Array<GlobalIndex> global_number;  ///< of each row
  Box box;                           ///< of the grid; empty without a grid
  int dofs = 1;
};

/// Assembles the rows of the box of `rank`. Not collective.
[[nodiscard]] AssembledRows assemble_rows(const Problem& problem, const Partition& partition, int rank);

/// The rows of a matrix without a grid.
[[nodiscard]] AssembledRows as_assembled(ScatteredRows scattered);

/// Scales if necessary, orders and converts the rows, and sets up the halo. Collective. Throws as scaled() does.
[[nodiscard]] System build_system(const AssembledRows& assembled, const Communicator& ranks, const MatrixLayout& layout,
                                  GpuAwareMpi gpu_aware);

/// Assembles, then does the same. Collective.
[[nodiscard]] System build_system(const Problem& problem, const Partition& partition, const Communicator& ranks,
                                  const MatrixLayout& layout, GpuAwareMpi gpu_aware);

}  // namespace minikrylov
