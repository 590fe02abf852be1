// The partition: which rank owns which box of the grid. Every rank computes the same one; nothing is communicated.
#pragma once
#include <optional>

#include "problems/grid.hpp"

namespace minikrylov {

/// Where a row lives: the rank that owns it, and its number among that rank's rows as assembled.
struct GhostSource {
  int rank;
  LocalIndex index;

  friend bool operator==(const GhostSource&, const GhostSource&) = default;
};

/// The grid cut into ranks.x × ranks.y × ranks.z boxes, whose sizes differ by at most one point in each direction.
/// The rank at (px, py, pz) of the grid of ranks has the number px + ranks.x · (py + ranks.y · pz).
struct Partition {
  GridSize grid, ranks;
  int dofs = 1;  ///< unknowns, and so rows, a point

  /// The points of a rank, 0 ≤ rank < ranks.points().
  [[nodiscard]] Box box(int rank) const;
  /// The owner of the row with this global number, 0 ≤ global < grid.points() · dofs.
  [[nodiscard]] GhostSource locate(GlobalIndex global) const;
  /// Points on either side of all cuts: what one halo exchange moves over all ranks, for couplings to next neighbours.
  [[nodiscard]] GlobalIndex halo_points() const;
};

/// Cuts `grid`, whose points have `dofs` unknowns each, into boxes for `ranks` ranks: as `ranks_grid` says, otherwise
/// so that halo_points() is smallest; of several such cuts the one with the fewest ranks in x, then in y. Throws a
/// SetupError with all complaints if a rank would have no row, too many, or the grid of ranks does not have `ranks`
/// ranks. Not collective: same on every rank.
Partition make_partition(GridSize grid, int ranks, std::optional<GridSize> ranks_grid = std::nullopt, int dofs = 1);

}  // namespace minikrylov
