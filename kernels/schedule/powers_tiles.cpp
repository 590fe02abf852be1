// The order of tiles, and their size.
#include "kernels/schedule/powers_tiles.hpp"

#include <algorithm>
#include <utility>

namespace minikrylov {
namespace {

/// Groups in the order of a breadth-first search, for matrices without layers.
std::vector<LocalIndex> breadth_first(const GroupGraph& graph) {
  std::vector<LocalIndex> order;
  std::vector<char> seen(graph.count(), 0);
  order.reserve(seen.size());
  for (LocalIndex root = 0; root < graph.count(); ++root) {
    if (seen[root] != 0) continue;
    seen[root] = 1;
    std::size_t next = order.size();
    for (order.push_back(root); next < order.size(); ++next)
      for (Offset e = graph.begins[order[next]]; e < graph.begins[order[next] + 1]; ++e)
        if (std::exchange(seen[graph.groups[e]], 1) == 0) order.push_back(graph.groups[e]);
  }
  return order;
}

/// Bytes of a row of a tile, and of those behind it in all layers that are in use at the same time.
double bytes_in_use(const PowersNeeds& needs, double bytes_per_row) {
  const double vector_bytes = sizeof(double) * static_cast<double>(needs.width), powers = needs.powers;
  if (needs.shape == TileShape::skewed) {
    constexpr double vectors = 3;  // of each power: the operand, the one before it, the result
    return (powers + 1) * (bytes_per_row + vectors * vector_bytes);
  }
  constexpr double chains = 2, layers_of_first = 4, layers_of_a_ring = 3;
  return powers * bytes_per_row + chains * (layers_of_first + layers_of_a_ring * (powers - 1)) * vector_bytes;
}

}  // namespace

std::vector<LocalIndex> tiles_of(const GroupGraph& graph, const GhostGroups& matrix, LocalIndex group_rows,
                                 LocalIndex tile_rows) {
  const LocalIndex count = graph.count();
  std::vector<LocalIndex> tile(count);
  const LocalIndex bandwidth = matrix.bandwidth;
  if (2 * Offset{bandwidth} < matrix.rows) {
    const LocalIndex layers = matrix.rows / bandwidth + 1;
    for (LocalIndex g = 0; g < count; ++g) {
      const LocalIndex row = g * group_rows;
      tile[g] = row % bandwidth / tile_rows * layers + row / bandwidth;
    }
    return tile;
  }
  const std::vector<LocalIndex> order = breadth_first(graph);
  for (LocalIndex k = 0; k < count; ++k) tile[order[k]] = static_cast<LocalIndex>(Offset{k} * group_rows / tile_rows);
  return tile;
}

LocalIndex fitting_tile_rows(LocalIndex layer, const PowersNeeds& needs, double bytes_per_row, double cache_bytes) {
  const double rows = cache_bytes / bytes_in_use(needs, bytes_per_row);
  const auto fitting = static_cast<LocalIndex>(std::min(rows, static_cast<double>(layer)));
  const LocalIndex group_rows = GhostGroups::group_rows * needs.together;
  return fitting / group_rows * group_rows;
}

}  // namespace minikrylov
