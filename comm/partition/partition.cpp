// The partition: even cuts, and the choice of their number in each direction.
#include "comm/partition/partition.hpp"

#include <limits>

#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// The first point of part `i` of `parts` in a line of `size` points.
LocalIndex cut(LocalIndex size, LocalIndex parts, LocalIndex i) {
  return static_cast<LocalIndex>(GlobalIndex{size} * i / parts);
}

/// The part that contains point `x`: the last one that begins at or before it.
LocalIndex part_of(LocalIndex size, LocalIndex parts, LocalIndex x) {
  return static_cast<LocalIndex>(((GlobalIndex{x} + 1) * parts - 1) / size);
}

bool fits(GridSize ranks, GridSize grid) { return ranks.x <= grid.x && ranks.y <= grid.y && ranks.z <= grid.z; }

/// The best grid of ranks in which no rank is empty, if there is one.
std::optional<Partition> best_partition(GridSize grid, int ranks) {
  std::optional<Partition> best;
  for (LocalIndex x = 1; x <= ranks; ++x) {
    if (ranks % x != 0) continue;
    for (LocalIndex y = 1; y <= ranks / x; ++y) {
      if (ranks / x % y != 0) continue;
      const Partition candidate{grid, {x, y, ranks / x / y}};
      if (!fits(candidate.ranks, grid)) continue;
      if (!best || candidate.halo_points() < best->halo_points()) best = candidate;
    }
  }
  return best;
}

Partition given_partition(GridSize grid, int ranks, GridSize given) {
  Complaints complaints;
  const bool positive = given.x >= 1 && given.y >= 1 && given.z >= 1;
  complaints.unless(positive && given.points() == ranks,
                    "the grid of ranks {}x{}x{} does not have {} ranks (the number that was started) "
                    "give factors of {} or omit it",
                    given.x, given.y, given.z, ranks, ranks);
  complaints.unless(fits(given, grid),
                    "the grid of ranks {}x{}x{} leaves ranks without rows (the grid has only {}x{}x{} points) "
                    "use fewer ranks in a direction with fewer points",
                    given.x, given.y, given.z, grid.x, grid.y, grid.z);
  complaints.raise();
  return {grid, given};
}

}  // namespace

Box Partition::box(int rank) const {
  const GridPoint p = whole(ranks).point(rank);
  return {{cut(grid.x, ranks.x, p.x), cut(grid.y, ranks.y, p.y), cut(grid.z, ranks.z, p.z)},
          {cut(grid.x, ranks.x, p.x + 1), cut(grid.y, ranks.y, p.y + 1), cut(grid.z, ranks.z, p.z + 1)}};
}

GhostSource Partition::locate(GlobalIndex global) const {
  const GridPoint p = natural_point(grid, global / dofs);
  const GridPoint owner{part_of(grid.x, ranks.x, p.x), part_of(grid.y, ranks.y, p.y), part_of(grid.z, ranks.z, p.z)};
  const int rank = whole(ranks).index(owner);
  return {rank, box(rank).index(p) * dofs + static_cast<LocalIndex>(global % dofs)};
}

GlobalIndex Partition::halo_points() const {
  return 2 * ((ranks.x - 1) * GlobalIndex{grid.y} * grid.z + (ranks.y - 1) * GlobalIndex{grid.x} * grid.z +
              (ranks.z - 1) * GlobalIndex{grid.x} * grid.y);
}

Partition make_partition(GridSize grid, int ranks, std::optional<GridSize> ranks_grid, int dofs) {
  std::optional<Partition> partition =
      ranks_grid ? given_partition(grid, ranks, *ranks_grid) : best_partition(grid, ranks);
  require(grid.points() >= ranks, "{} ranks are too many for {} points (a rank would have none) use at most {} ranks",
          ranks, grid.points(), grid.points());
  require(partition.has_value(),
          "{} ranks cannot share {}x{}x{} points (in every PXxPYxPZ some rank has none) use another number of ranks",
          ranks, grid.x, grid.y, grid.z);
  partition->dofs = dofs;
  const GlobalIndex rows = partition->box(ranks - 1).size().points() * dofs;
  constexpr GlobalIndex most_rows = std::numeric_limits<LocalIndex>::max() - (1 << 16);
  require(rows <= most_rows, "a rank would have {} rows (at most {} can be numbered with 32 bits) use more ranks", rows,
          most_rows);
  return *partition;
}

}  // namespace minikrylov
