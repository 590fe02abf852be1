// Interior rows, whose products need no ghosts, in groups.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"
#include "kernels/schedule/local_matrix.hpp"

namespace minikrylov {

/// What is computed while ghosts are in flight.
enum class Hiding {
  nothing,  ///< nothing: products wait for them
  interior  ///< rows that need no ghosts
};

/// Which groups of rows need ghosts. A row block of any width is a whole number of groups.
struct GhostGroups {
  static constexpr LocalIndex group_rows = 64;  ///< the finest alignment of row blocks

  LocalIndex rows = 0;
  std::vector<char> needs;   ///< per group: 1 if any of its rows has a ghost column, otherwise 0
  LocalIndex bandwidth = 0;  ///< the maximum distance between a row and one of its columns, ghosts excluded
  LocalIndex layer = 0;      ///< rows from one layer of a grid to the next, see find_layer()

  /// Whether none of `rows` needs a ghost. `rows` must be whole groups.
  [[nodiscard]] bool are_interior(RowRange rows) const;
};

/// The groups of an ordered matrix.
[[nodiscard]] GhostGroups find_ghost_groups(const CrsArrays& matrix);

}  // namespace minikrylov
