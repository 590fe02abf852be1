// Interior rows, found once for all widths.
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
  return {a.rows, std::vector<char>(host.data(), host.data() + host.extent(0)), find_bandwidth(matrix)};
}

LocalIndex SplitBlocks::interior_rows() const {
  LocalIndex rows = 0;
  for (const LocalIndex block : interior) rows += blocks.end(block) - blocks.begin(block);
  return rows;
}

SplitBlocks split_blocks(const GhostGroups& groups, int width) {
  constexpr LocalIndex size = GhostGroups::group_rows;
  SplitBlocks split{RowBlocks::of(groups.rows, width), {}, {}};
  for (LocalIndex block = 0; block < split.blocks.count(); ++block) {
    const auto first = groups.needs.begin() + split.blocks.begin(block) / size;
    const auto last = groups.needs.begin() + (split.blocks.end(block) + size - 1) / size;
    (std::find(first, last, 1) == last ? split.interior : split.boundary).push_back(block);
  }
  return split;
}

std::vector<BlockRange> ranges_of(const std::vector<LocalIndex>& blocks) {
  std::vector<BlockRange> ranges;
  for (const LocalIndex block : blocks)
    if (ranges.empty() || ranges.back().last != block)
      ranges.push_back({block, block + 1});
    else
      ++ranges.back().last;
  return ranges;
}

}  // namespace minikrylov
