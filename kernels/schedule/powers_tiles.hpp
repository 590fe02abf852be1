// Tiles of matrix powers: which groups of rows a thread computes before it goes on to higher powers.
#pragma once
#include <vector>

#include "kernels/schedule/group_graph.hpp"
#include "kernels/schedule/interior.hpp"

namespace minikrylov {

/// Whether tiles are parts of layers, from each of which rows couple with the next ones only.
[[nodiscard]] bool have_layers(const GhostGroups& matrix);

/// The tile of each group of `group_rows` rows, by number in the order of computation: on a grid, part by part of the
/// layers; otherwise breadth first.
[[nodiscard]] std::vector<LocalIndex> tiles_of(const GroupGraph& graph, const GhostGroups& matrix,
                                               LocalIndex group_rows, LocalIndex tile_rows);

}  // namespace minikrylov
