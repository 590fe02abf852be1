// Interior rows: those whose products need nothing of other ranks, in the units in which products are computed.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/core/row_blocks.hpp"

namespace minikrylov {

/// Which groups of rows need ghosts. A row block of any width is a whole number of groups.
struct GhostGroups {
  static constexpr LocalIndex group_rows = 64;  ///< the finest alignment of row blocks

  LocalIndex rows = 0;
  std::vector<char> needs;   ///< 1 for each group with a row that has a ghost column, 0 for the others
  LocalIndex bandwidth = 0;  ///< the largest distance between a row and one of its columns that is no ghost
};

/// The groups of an ordered matrix.
GhostGroups find_ghost_groups(const CrsArrays& matrix);

/// Blocks first … last-1.
struct BlockRange {
  LocalIndex first = 0, last = 0;
};

/// The row blocks of one width, apart: those without ghosts, which can be computed before the halo has arrived, and the
/// others.
struct SplitBlocks {
  RowBlocks blocks;
  std::vector<LocalIndex> interior, boundary;  ///< ascending

  /// Rows of the interior blocks.
  [[nodiscard]] LocalIndex interior_rows() const;
};

/// The blocks RowBlocks::of(groups.rows, width).
SplitBlocks split_blocks(const GhostGroups& groups, int width);

/// The same blocks as the longest ranges that are possible.
std::vector<BlockRange> ranges_of(const std::vector<LocalIndex>& blocks);

}  // namespace minikrylov
