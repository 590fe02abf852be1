// Interior rows: those whose products need nothing of other ranks, in the units in which products are computed.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// Which groups of rows need ghosts. A row block of any width is a whole number of groups.
struct GhostGroups {
  static constexpr LocalIndex group_rows = 64;  ///< the finest alignment of row blocks

  LocalIndex rows = 0;
  std::vector<char> needs;   ///< 1 for each group with a row that has a ghost column, 0 for the others
  LocalIndex bandwidth = 0;  ///< the largest distance between a row and one of its columns that is no ghost

  /// Whether no row needs a ghost. `rows` begin with a group, and end with one or with all rows.
  [[nodiscard]] bool are_interior(RowRange rows) const;
};

/// The groups of an ordered matrix.
[[nodiscard]] GhostGroups find_ghost_groups(const CrsArrays& matrix);

}  // namespace minikrylov
