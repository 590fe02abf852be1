// Grids, their points, and boxes of points.
#pragma once
#include <Kokkos_Macros.hpp>

#include "problems/numbers.hpp"

namespace minikrylov {

/// Number of points (or cells, or ranks) in each direction; z = 1 in two dimensions.
struct GridSize {
  LocalIndex x = 1, y = 1, z = 1;

  [[nodiscard]] KOKKOS_FUNCTION GlobalIndex points() const { return GlobalIndex{x} * y * z; }
  friend bool operator==(const GridSize&, const GridSize&) = default;
};

struct GridPoint {
  LocalIndex x = 0, y = 0, z = 0;

  friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

/// The points begin ≤ p < end, numbered with x fastest and z slowest.
struct Box {
  GridPoint begin, end;

  [[nodiscard]] KOKKOS_FUNCTION GridSize size() const { return {end.x - begin.x, end.y - begin.y, end.z - begin.z}; }
  [[nodiscard]] KOKKOS_FUNCTION bool contains(GridPoint p) const {
    return p.x >= begin.x && p.x < end.x && p.y >= begin.y && p.y < end.y && p.z >= begin.z && p.z < end.z;
  }
  /// Number of a point in this box, which must have fewer than 2³¹ points.
  [[nodiscard]] KOKKOS_FUNCTION LocalIndex index(GridPoint p) const {
    return p.x - begin.x + (end.x - begin.x) * (p.y - begin.y + (end.y - begin.y) * (p.z - begin.z));
  }
  /// The point with this number: the inverse of index().
  [[nodiscard]] KOKKOS_FUNCTION GridPoint point(LocalIndex index) const {
    const GridSize n = size();
    const LocalIndex line = index / n.x;
    return {begin.x + index - line * n.x, begin.y + line % n.y, begin.z + line / n.y};
  }
  friend bool operator==(const Box&, const Box&) = default;
};

/// Natural number of a point in the whole grid: x + size.x · (y + size.y · z).
[[nodiscard]] KOKKOS_INLINE_FUNCTION GlobalIndex natural_index(GridSize size, GridPoint p) {
  return p.x + GlobalIndex{size.x} * (p.y + GlobalIndex{size.y} * p.z);
}

/// The point with this natural number in the whole grid: the inverse of natural_index().
[[nodiscard]] KOKKOS_INLINE_FUNCTION GridPoint natural_point(GridSize size, GlobalIndex index) {
  const GlobalIndex line = index / size.x;
  return {static_cast<LocalIndex>(index % size.x), static_cast<LocalIndex>(line % size.y),
          static_cast<LocalIndex>(line / size.y)};
}

/// The box of all points of a grid.
[[nodiscard]] inline Box whole(GridSize grid) { return {{0, 0, 0}, {grid.x, grid.y, grid.z}}; }

/// The box and all points of the grid that are at most `reach` away from it in each direction.
[[nodiscard]] KOKKOS_INLINE_FUNCTION Box grown(const Box& box, LocalIndex reach, GridSize grid) {
  const auto below = [reach](LocalIndex begin) { return begin > reach ? begin - reach : 0; };
  const auto above = [reach](LocalIndex end, LocalIndex size) { return size - end > reach ? end + reach : size; };
  return {{below(box.begin.x), below(box.begin.y), below(box.begin.z)},
          {above(box.end.x, grid.x), above(box.end.y, grid.y), above(box.end.z, grid.z)}};
}

}  // namespace minikrylov
