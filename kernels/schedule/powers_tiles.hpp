// Tiles of matrix powers: which groups of rows a thread computes before it goes on to higher powers.
#pragma once
#include <vector>

#include "kernels/schedule/group_graph.hpp"
#include "kernels/schedule/interior.hpp"
#include "kernels/schedule/powers_plan.hpp"

namespace minikrylov {

/// The tile of each group of `group_rows` rows, by number in the order of computation: on a grid, part by part of the
/// layers; otherwise breadth first.
[[nodiscard]] std::vector<LocalIndex> tiles_of(const GroupGraph& graph, const GhostGroups& matrix,
                                               LocalIndex group_rows, LocalIndex tile_rows);

/// Rows of a tile for which all data of `powers` powers, of two chains in rings, fit in `cache_bytes`; 0 if even the
/// smallest tile does not. `layer`: the most there may be; `bytes_per_row`: of the matrix.
[[nodiscard]] LocalIndex fitting_tile_rows(LocalIndex layer, const PowersNeeds& needs, double bytes_per_row,
                                           double cache_bytes);

}  // namespace minikrylov
