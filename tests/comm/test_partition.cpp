// The partition: every point has one owner, boxes are even, and the cuts are the best ones.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "comm/partition/partition.hpp"
#include "problems/require.hpp"

using namespace minikrylov;

namespace {

std::vector<std::string> complaints(GridSize grid, int ranks, std::optional<GridSize> ranks_grid) {
  try {
    make_partition(grid, ranks, ranks_grid);
  } catch (const SetupError& error) {
    return error.messages();
  }
  return {};
}

/// Counts pairs of nearest neighbours with different owners, point by point; each adds two points to a halo exchange.
GlobalIndex count_halo(const Partition& partition) {
  const GridSize n = partition.grid;
  GlobalIndex points = 0;
  const auto owner = [&](LocalIndex x, LocalIndex y, LocalIndex z) {
    return partition.locate(natural_index(n, {x, y, z})).rank;
  };
  for (LocalIndex z = 0; z < n.z; ++z)
    for (LocalIndex y = 0; y < n.y; ++y)
      for (LocalIndex x = 0; x < n.x; ++x) {
        if (x + 1 < n.x && owner(x, y, z) != owner(x + 1, y, z)) points += 2;
        if (y + 1 < n.y && owner(x, y, z) != owner(x, y + 1, z)) points += 2;
        if (z + 1 < n.z && owner(x, y, z) != owner(x, y, z + 1)) points += 2;
      }
  return points;
}

/// Visits all points of all boxes: locate() must find each of them, and each must occur once.
void check_boxes(const Partition& partition) {
  const GridSize n = partition.grid;
  std::vector<int> visits(n.points());
  for (int rank = 0; rank < partition.ranks.points(); ++rank) {
    const Box box = partition.box(rank);
    LocalIndex index = 0;
    for (LocalIndex z = box.begin.z; z < box.end.z; ++z)
      for (LocalIndex y = box.begin.y; y < box.end.y; ++y)
        for (LocalIndex x = box.begin.x; x < box.end.x; ++x) {
          const GlobalIndex global = x + GlobalIndex{n.x} * y + GlobalIndex{n.x} * n.y * z;
          REQUIRE(partition.locate(global) == GhostSource{rank, index});
          ++visits.at(global);
          ++index;
        }
    REQUIRE(index >= 1);
  }
  CHECK(std::count(visits.begin(), visits.end(), 1) == n.points());
}

void check_evenness(const Partition& partition) {
  const GridSize n = partition.grid, p = partition.ranks;
  for (int rank = 0; rank < p.points(); ++rank) {
    const GridSize size = partition.box(rank).size();
    CHECK((size.x == n.x / p.x || size.x == (n.x + p.x - 1) / p.x));
    CHECK((size.y == n.y / p.y || size.y == (n.y + p.y - 1) / p.y));
    CHECK((size.z == n.z / p.z || size.z == (n.z + p.z - 1) / p.z));
  }
}

}  // namespace

TEST_CASE("every point has one owner, whatever the cuts") {
  for (const GridSize grid : {GridSize{1, 1, 1}, {5, 1, 3}, {7, 6, 5}, {13, 1, 1}, {3, 11, 1}})
    for (LocalIndex px = 1; px <= grid.x; ++px)
      for (LocalIndex py = 1; py <= grid.y; ++py)
        for (LocalIndex pz = 1; pz <= grid.z; ++pz) {
          const GridSize ranks{px, py, pz};
          CAPTURE(grid.x, grid.y, grid.z, px, py, pz);
          const Partition partition = make_partition(grid, static_cast<int>(ranks.points()), ranks);
          REQUIRE(partition.ranks == ranks);
          check_boxes(partition);
          check_evenness(partition);
          CHECK(partition.halo_points() == count_halo(partition));
        }
}

TEST_CASE("ranks are numbered x fastest, then y, then z") {
  const Partition partition = make_partition({4, 6, 8}, 24, GridSize{2, 3, 4});
  CHECK(partition.box(0) == Box{{0, 0, 0}, {2, 2, 2}});
  CHECK(partition.box(1) == Box{{2, 0, 0}, {4, 2, 2}});
  CHECK(partition.box(2) == Box{{0, 2, 0}, {2, 4, 2}});
  CHECK(partition.box(6) == Box{{0, 0, 2}, {2, 2, 4}});
  CHECK(partition.box(23) == Box{{2, 4, 6}, {4, 6, 8}});
}

TEST_CASE("locate works where numbers exceed 32 bits") {
  const Partition partition = make_partition({100000, 100000, 100000}, 1000000, std::nullopt);
  CHECK(partition.ranks == GridSize{100, 100, 100});
  const GlobalIndex last = partition.grid.points() - 1;
  CHECK(partition.locate(last) == GhostSource{999999, 1000 * 1000 * 1000 - 1});
  CHECK(partition.locate(0) == GhostSource{0, 0});
}

TEST_CASE("the unknowns of a point are consecutive, on the owner of the point") {
  const Partition points = make_partition({5, 4, 3}, 4), rows = make_partition({5, 4, 3}, 4, std::nullopt, 3);
  CHECK(rows.ranks == points.ranks);
  for (GlobalIndex point = 0; point < points.grid.points(); ++point)
    for (int c = 0; c < 3; ++c) {
      const GhostSource owner = points.locate(point);
      CHECK(rows.locate(3 * point + c) == GhostSource{owner.rank, 3 * owner.index + c});
    }
  CHECK_NOTHROW(make_partition({1000, 1000, 1000}, 1));
  CHECK_THROWS_AS(make_partition({1000, 1000, 1000}, 1, std::nullopt, 3), SetupError);
}

TEST_CASE("the chosen cuts give the minimum halo") {
  for (const GridSize grid : {GridSize{12, 12, 12}, {64, 8, 8}, {9, 1, 9}, {30, 20, 1}, {4, 4, 40}, {6, 5, 7}})
    for (int ranks = 1; ranks <= 24; ++ranks) {
      std::vector<Partition> possible;
      for (LocalIndex px = 1; px <= grid.x; ++px)
        for (LocalIndex py = 1; py <= grid.y; ++py)
          for (LocalIndex pz = 1; pz <= grid.z; ++pz)
            if (px * py * pz == ranks) possible.push_back({grid, {px, py, pz}});
      CAPTURE(grid.x, grid.y, grid.z, ranks);
      if (possible.empty()) {
        CHECK(complaints(grid, ranks, std::nullopt).size() == 1);
        continue;
      }
      const auto smaller = [](const Partition& a, const Partition& b) { return count_halo(a) < count_halo(b); };
      // The first minimum in the order of fewest ranks in x, then in y.
      const auto best = std::min_element(possible.begin(), possible.end(), smaller);
      CHECK(make_partition(grid, ranks).ranks == best->ranks);
    }
}

TEST_CASE("well-known choices") {
  CHECK(make_partition({64, 64, 64}, 1).ranks == GridSize{1, 1, 1});
  CHECK(make_partition({64, 64, 64}, 2).ranks == GridSize{1, 1, 2});
  CHECK(make_partition({64, 64, 64}, 4).ranks == GridSize{1, 2, 2});
  CHECK(make_partition({64, 64, 64}, 8).ranks == GridSize{2, 2, 2});
  CHECK(make_partition({64, 64, 64}, 7).ranks == GridSize{1, 1, 7});
  CHECK(make_partition({64, 64, 1}, 4).ranks == GridSize{2, 2, 1});
  CHECK(make_partition({1000, 4, 4}, 8).ranks == GridSize{8, 1, 1});
}

TEST_CASE("impossible partitions are refused") {
  CHECK(complaints({4, 4, 4}, 4, GridSize{2, 2, 1}).empty());
  CHECK(complaints({4, 4, 4}, 4, GridSize{2, 2, 2}).size() == 1);      // eight ranks, four started
  CHECK(complaints({4, 4, 4}, 5, GridSize{5, 1, 1}).size() == 1);      // a rank without a row
  CHECK(complaints({4, 4, 4}, 4, GridSize{5, 1, 1}).size() == 2);      // both
  CHECK(complaints({4, 4, 4}, 4, GridSize{-2, -2, 1}).size() == 1);    // negative factors with the right product
  CHECK(complaints({1, 1, 1}, 2, std::nullopt).size() == 1);           // more ranks than rows
  CHECK(complaints({4, 4, 4}, 7, std::nullopt).size() == 1);           // enough rows, but no way to cut them
  CHECK(complaints({2000, 2000, 2000}, 2, std::nullopt).size() == 1);  // more rows than 32 bits can number
}
