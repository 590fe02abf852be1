// Finding interior rows, once for all widths.
#include "kernels/schedule/interior.hpp"

#include <algorithm>

#include "kernels/schedule/loop_order.hpp"

namespace minikrylov {

GhostGroups find_ghost_groups(const CrsArrays& matrix) {
  constexpr LocalIndex size = GhostGroups::group_rows;
  const CrsArrays a = matrix;
  const Array<char> needs("groups with ghosts", (a.rows + size - 1) / size);
  if (a.column_count > a.rows)
    Kokkos::parallel_for(
        "find groups with ghosts", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, needs.extent(0)),
        KOKKOS_LAMBDA(LocalIndex group) {
          const LocalIndex end = Kokkos::min(a.rows, (group + 1) * size);
          for (Offset e = a.offsets(group * size); e < a.offsets(end); ++e)
            if (a.columns(e) >= a.rows) needs(group) = 1;
        });
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), needs);
  return {.rows = a.rows,
          .needs = std::vector<char>(host.data(), host.data() + host.extent(0)),
          .bandwidth = find_bandwidth(matrix),
          .layer = find_layer(matrix)};
}

bool GhostGroups::are_interior(RowRange range) const {
  const auto first = needs.begin() + range.begin / group_rows;
  const auto last = needs.begin() + (range.end + group_rows - 1) / group_rows;
  return std::find(first, last, 1) == last;
}

}  // namespace minikrylov
