// Which groups of rows couple with which: what the order of matrix powers depends on.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// The groups (see GhostGroups) that each group reads: those with a column of its rows, itself included, ascending.
/// Ghosts are not among them.
struct GroupGraph {
  std::vector<Offset> begins;      ///< of each group's list, and the end of the last one; empty: not known
  std::vector<LocalIndex> groups;  ///< all lists, one after the other

  [[nodiscard]] LocalIndex count() const { return begins.empty() ? 0 : static_cast<LocalIndex>(begins.size()) - 1; }
};

/// The graph of an ordered matrix; empty on a device, where no schedule needs it. Not collective.
[[nodiscard]] GroupGraph find_group_graph(const CrsArrays& matrix);

/// The graph's arrows turned round: which groups read each group, ascending; not known if the graph is not.
[[nodiscard]] GroupGraph transposed(const GroupGraph& graph);

/// Each `together` successive groups as one.
[[nodiscard]] GroupGraph merged(const GroupGraph& graph, LocalIndex together);

}  // namespace minikrylov
