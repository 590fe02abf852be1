// The graph of couplings between groups of rows, which determines the order of matrix powers.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// The groups (see GhostGroups) that each group reads, itself included, ascending. Ghosts are not among them.
struct GroupGraph {
  std::vector<Offset> begins;      ///< of each group's list, and the end of the last one; empty: not known
  std::vector<LocalIndex> groups;  ///< all lists, one after the other

  [[nodiscard]] LocalIndex count() const { return begins.empty() ? 0 : static_cast<LocalIndex>(begins.size()) - 1; }
};

/// The graph of an ordered matrix; empty on a device, where no schedule needs it. `reach`: how many rows from a row's
/// own columns its padding may read (see SellArrays). Not collective.
[[nodiscard]] GroupGraph find_group_graph(const CrsArrays& matrix, LocalIndex reach);

/// The transposed graph: the groups that read each group, ascending; unknown if the graph is.
[[nodiscard]] GroupGraph transposed(const GroupGraph& graph);

/// The graph with `together` successive groups merged into one.
[[nodiscard]] GroupGraph merged(const GroupGraph& graph, LocalIndex together);

}  // namespace minikrylov
