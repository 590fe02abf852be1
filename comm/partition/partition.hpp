// The partition: which rank owns which box of the grid. Every rank computes it without communication.
#pragma once
#include <optional>

#include "problems/grid.hpp"

namespace minikrylov {

/// The owner of a row, and the row's number among the owner's rows as assembled.
struct GhostSource {
  int rank;
  LocalIndex index;

  friend bool operator==(const GhostSource&, const GhostSource&) = default;
};

/// The grid cut into ranks.x × ranks.y × ranks.z boxes whose sizes differ by at most one point in each direction. The
/// rank at (px, py, pz) has the number px + ranks.x · (py + ranks.y · pz).
struct Partition {
  GridSize grid, ranks;
  int dofs = 1;  ///< unknowns, and hence rows, per point

  /// The points of a rank, 0 ≤ rank < ranks.points().
  [[nodiscard]] Box box(int rank) const;
  /// The owner of the row with this global number, 0 ≤ global < grid.points() · dofs.
  [[nodiscard]] GhostSource locate(GlobalIndex global) const;
  /// Points on both sides of all cuts: the volume of one halo exchange over all ranks, for nearest-neighbour couplings.
  [[nodiscard]] GlobalIndex halo_points() const;
};

/// Cuts `grid`, whose points have `dofs` unknowns each, into boxes for `ranks` ranks: by `ranks_grid` if given,
/// otherwise with the minimum of halo_points(), ties broken by fewest ranks in x, then in y. Throws a SetupError with
/// all complaints if a rank would have no rows or too many, or if `ranks_grid` does not have `ranks` ranks. Not
/// collective; equal on every rank.
Partition make_partition(GridSize grid, int ranks, std::optional<GridSize> ranks_grid = std::nullopt, int dofs = 1);

}  // namespace minikrylov
