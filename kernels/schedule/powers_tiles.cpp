// The order of tiles.
#include "kernels/schedule/powers_tiles.hpp"

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

}  // namespace minikrylov
