// Orderings of a rank's rows: colours, interior and boundary, and their invisibility in the solution.
#include "miniapp/system/orderings.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "problems/assemble.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {
namespace {

struct Ordered {
  Problem problem;
  Partition partition;
  Box box;
  Rows rows;
  Ordering ordering;
};

Ordered order(const Problem& problem, OrderingChoice choice) {
  const Communicator ranks;
  const Partition partition = make_partition(problem.grid, ranks.size(), std::nullopt, problem.dofs());
  const Box box = partition.box(ranks.rank());
  Rows rows = assemble(problem, box);
  const auto columns = rows.rows + static_cast<LocalIndex>(rows.ghosts.size());
  Ordering ordering = order_rows(choice, {rows.rows, columns, rows.offsets, rows.columns, rows.values}, box);
  return {problem, partition, box, rows, ordering};
}

/// The part of each assembled row.
std::vector<int> part_of_row(const Ordering& ordering) {
  std::vector<int> part(ordering.rows());
  const auto old_of_new = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), ordering.old_of_new);
  for (std::size_t p = 0; p + 1 < ordering.parts.size(); ++p)
    for (LocalIndex i = ordering.parts[p]; i < ordering.parts[p + 1]; ++i)
      part[ordering.is_identity() ? i : old_of_new(i)] = static_cast<int>(p);
  return part;
}

/// The number of entries that couple two rows of one part on this rank, plus the number of rows without a part.
int clashes(const Ordered& ordered) {
  const auto part = part_of_row(ordered.ordering);
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), ordered.rows.offsets);
  const auto columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), ordered.rows.columns);
  int count = 0;
  for (LocalIndex i = 0; i < ordered.rows.rows; ++i)
    for (Offset e = offsets(i); e < offsets(i + 1); ++e)
      count += columns(e) != i && columns(e) < ordered.rows.rows && part[columns(e)] == part[i];
  return count;
}

/// Whether a point of this rank is on a boundary in the sense of figure 19: next to a point of another rank, or on the
/// upper faces if there is no other rank.
bool on_boundary(const Ordered& o, GridPoint p, int ranks) {
  const GridSize n = o.box.size();
  if (ranks == 1)
    return (n.x > 1 && p.x == o.box.end.x - 1) || (n.y > 1 && p.y == o.box.end.y - 1) ||
           (n.z > 1 && p.z == o.box.end.z - 1);
  for (const GridPoint& q : {GridPoint{p.x - 1, p.y, p.z}, GridPoint{p.x + 1, p.y, p.z}, GridPoint{p.x, p.y - 1, p.z},
                             GridPoint{p.x, p.y + 1, p.z}, GridPoint{p.x, p.y, p.z - 1}, GridPoint{p.x, p.y, p.z + 1}})
    if (whole(o.problem.grid).contains(q) && !o.box.contains(q)) return true;
  return false;
}

}  // namespace

TEST_CASE("rows of one colour are not coupled, on any number of ranks") {
  const Communicator ranks;
  struct Case {
    ProblemKind kind;
    GridSize size;
  };
  for (const auto& [kind, size] :
       {Case{ProblemKind::poisson3d_7, {9, 8, 7}}, Case{ProblemKind::poisson2d_5, {13, 12, 1}},
        Case{ProblemKind::poisson3d_fvm, {8, 7, 9}}, Case{ProblemKind::poisson3d_27, {9, 8, 7}},
        Case{ProblemKind::poisson3d_125, {9, 8, 9}}, Case{ProblemKind::elasticity3d, {5, 4, 6}}})
    for (const OrderingChoice choice : {OrderingChoice::red_black, OrderingChoice::reordered_1,
                                        OrderingChoice::reordered_2, OrderingChoice::multicolour}) {
      if (choice != OrderingChoice::multicolour && properties_of(kind).shape != StencilShape::star) continue;
      INFO(properties_of(kind).name << ", " << name_of(choice));
      CHECK(ranks.reduce(clashes(order(make_problem(kind, size), choice)), ReduceBy::sum) == 0);
    }
}

TEST_CASE("colours follow the whole grid, boundary rows are next to other ranks") {
  const Communicator ranks;
  for (const GridSize size : {GridSize{9, 8, 7}, GridSize{13, 12, 1}}) {
    const Problem problem = make_problem(size.z == 1 ? ProblemKind::poisson2d_5 : ProblemKind::poisson3d_7, size);
    for (const OrderingChoice choice : all_orderings) {
      if (choice == OrderingChoice::natural || choice == OrderingChoice::multicolour) continue;
      const Ordered ordered = order(problem, choice);
      const std::vector<int> part = part_of_row(ordered.ordering);
      int wrong = 0;
      for (LocalIndex i = 0; i < ordered.rows.rows; ++i) {
        const GridPoint p = ordered.box.point(i);
        const int black = (p.x + p.y + p.z) % 2, outer = on_boundary(ordered, p, ranks.size());
        const int expected = choice == OrderingChoice::red_black     ? black
                             : choice == OrderingChoice::reordered_1 ? 2 * outer + black
                             : choice == OrderingChoice::reordered_2 ? 2 * black + outer
                                                                     : outer && ranks.size() > 1;
        wrong += part[i] != expected;
      }
      INFO(name_of(choice) << " of " << size.x << "x" << size.y << "x" << size.z);
      CHECK(ranks.reduce(wrong, ReduceBy::sum) == 0);
    }
  }
}

TEST_CASE("solutions are independent of the ordering") {
  const Problem problem = make_problem(ProblemKind::poisson3d_7, {13, 11, 9});
  const CatalogueRow& pcg = *find_method("pcg");
  const Solved natural = Distributed(problem).solve(pcg, {.width = 2});
  for (const OrderingChoice choice : all_orderings)
    for (const MatrixLayout& layout : {MatrixLayout{.ordering = choice}, MatrixLayout{.sigma = 64, .ordering = choice},
                                       MatrixLayout{MatrixFormat::crs, 8, 1, choice}}) {
      const Solved solved = Distributed(problem, layout).solve(pcg, {.width = 2});
      INFO(name_of(choice) << ", " << name_of(layout.format) << ", sigma " << layout.sigma);
      CHECK(solved.outcome.iterations == natural.outcome.iterations);
      CHECK(largest_difference(solved.outcome, natural.outcome, 20, 2) < 1e-10);
      CHECK(solved.error < 1e-7);
    }
}

}  // namespace minikrylov::test
