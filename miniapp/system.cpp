// Assembly of a distributed system, stage by stage.
#include "miniapp/system.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/blocks.hpp"
#include "kernels/crs.hpp"
#include "kernels/sell.hpp"
#include "kernels/sell_block.hpp"
#include "miniapp/orderings.hpp"
#include "problems/assemble.hpp"

namespace minikrylov {
namespace {

/// The owners of the ghosts, and the ghosts renumbered so that those of one owner stand together.
struct GroupedGhosts {
  std::vector<Ghost> ghosts;
  std::vector<LocalIndex> place;  ///< of ghost k of the assembled rows among them
};

GroupedGhosts group_by_owner(const std::vector<GlobalIndex>& ghosts, const Partition& partition) {
  std::vector<Ghost> sources;
  for (const GlobalIndex global : ghosts) {
    const GhostSource source = partition.locate(global);
    sources.push_back({source.rank, source.index});
  }
  std::vector<LocalIndex> order(ghosts.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](LocalIndex a, LocalIndex b) { return sources[a].owner < sources[b].owner; });
  GroupedGhosts grouped{{}, std::vector<LocalIndex>(ghosts.size())};
  for (const LocalIndex k : order) {
    grouped.place[k] = static_cast<LocalIndex>(grouped.ghosts.size());
    grouped.ghosts.push_back(sources[k]);
  }
  return grouped;
}

/// Renumbers the ghost columns of `rows` in place.
void renumber_ghosts(const Rows& rows, const std::vector<LocalIndex>& place) {
  const Kokkos::View<const LocalIndex*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> host(place.data(), place.size());
  const auto place_of = Kokkos::create_mirror_view_and_copy(Memory(), host);
  const auto columns = rows.columns;
  const LocalIndex own = rows.rows;
  Kokkos::parallel_for(
      "ghosts by owner", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, rows.nonzeros()),
      KOKKOS_LAMBDA(Offset e) {
        if (columns(e) >= own) columns(e) = own + place_of(columns(e) - own);
      });
}

/// Most entries of a row of this rank.
Offset longest(const Rows& rows) {
  const auto offsets = rows.offsets;
  Offset most = 0;
  Kokkos::parallel_reduce(
      "longest row", Kokkos::RangePolicy<Exec>(0, rows.rows),
      KOKKOS_LAMBDA(LocalIndex i, Offset & longest_yet) {
        longest_yet = Kokkos::max(longest_yet, offsets(i + 1) - offsets(i));
      },
      Kokkos::Max<Offset>(most));
  return most;
}

/// aᵢᵢ of each row, zero where it is not stored.
Array<double> diagonal_of(const CrsArrays& matrix) {
  const Array<double> diagonal(Kokkos::view_alloc(Kokkos::WithoutInitializing, "diag(A)"), matrix.rows);
  Kokkos::parallel_for(
      "diag(A)", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, matrix.rows),
      KOKKOS_LAMBDA(LocalIndex i) {
        double value = 0;
        for (Offset e = matrix.offsets(i); e < matrix.offsets(i + 1); ++e)
          if (matrix.columns(e) == i) value = matrix.values(e);
        diagonal(i) = value;
      });
  return diagonal;
}

/// The global number of each row of `box`, in the order of computation.
Array<GlobalIndex> global_numbers(const Partition& partition, const Box& box, const Ordering& ordering) {
  const GridSize grid = partition.grid;
  const int dofs = partition.dofs;
  const auto rows = static_cast<LocalIndex>(box.size().points() * dofs);
  const Array<GlobalIndex> numbers(Kokkos::view_alloc(Kokkos::WithoutInitializing, "global numbers"), rows);
  const auto old_of_new = ordering.old_of_new;
  const bool reordered = !ordering.is_identity();
  Kokkos::parallel_for(
      "global numbers", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, rows),
      KOKKOS_LAMBDA(LocalIndex i) {
        const LocalIndex old = reordered ? old_of_new(i) : i;
        numbers(i) = natural_index(grid, box.point(old / dofs)) * dofs + old % dofs;
      });
  return numbers;
}

/// The order in which `rows` are computed.
Ordering order(const CrsArrays& rows, const MatrixLayout& layout, int dofs, const Box& box) {
  const bool points = layout.unit == OrderedUnit::point || layout.format == MatrixFormat::sell_block;
  const int together = points ? dofs : 1;
  const CrsArrays ordered = together == 1 ? rows : to_blocks(rows, together);
  return ordering_of_rows(sort_rows(ordered.offsets, order_rows(layout.ordering, ordered, box), layout.sigma),
                          together);
}

std::unique_ptr<LocalMatrix> convert(const CrsArrays& ordered, const std::vector<LocalIndex>& parts,
                                     const MatrixLayout& layout, int dofs) {
  switch (layout.format) {
    case MatrixFormat::sell:
      return make_sell(ordered, parts, layout.chunk);
    case MatrixFormat::sell_block:
      return make_sell_block(to_blocks(ordered, dofs), parts_of_points(parts, dofs), layout.chunk);
    case MatrixFormat::crs:
      break;
  }
  return make_crs(ordered);
}

}  // namespace

System build_system(const Problem& problem, const Partition& partition, const Communicator& ranks,
                    const MatrixLayout& layout, GpuAwareMpi gpu_aware) {
  System system;
  ranks.barrier();
  const double start = wall_time();
  const Rows rows = assemble(problem, partition.box(ranks.rank()));
  const GroupedGhosts grouped = group_by_owner(rows.ghosts, partition);
  if (!rows.ghosts.empty()) renumber_ghosts(rows, grouped.place);
  Exec().fence("assembled");
  const double assembled = wall_time();

  system.rows = rows.rows;
  system.ghosts = static_cast<LocalIndex>(rows.ghosts.size());
  system.dofs = partition.dofs;
  system.global_rows = problem.rows();
  system.global_nonzeros = static_cast<GlobalIndex>(ranks.reduce(static_cast<double>(rows.nonzeros()), ReduceBy::sum));
  system.longest_row = static_cast<int>(ranks.reduce(static_cast<double>(longest(rows)), ReduceBy::maximum));
  const CrsArrays assembled_rows{rows.rows, rows.rows + system.ghosts, rows.offsets, rows.columns, rows.values};
  system.ordering = order(assembled_rows, layout, system.dofs, partition.box(ranks.rank()));
  const CrsArrays ordered = permute_rows(assembled_rows, system.ordering);
  system.layout = layout;
  if (layout.ordered_rows == OrderedRows::kept) system.ordered_rows = ordered;
  system.diagonal = diagonal_of(ordered);
  system.rhs = permute(rows.rhs, system.ordering);
  system.solution = rows.solution.extent(0) == 0 ? rows.solution : permute(rows.solution, system.ordering);
  system.matrix = convert(ordered, system.ordering.parts, layout, system.dofs);
  system.global_number = global_numbers(partition, partition.box(ranks.rank()), system.ordering);
  system.halo = std::make_unique<Halo>(ranks, rows.rows, grouped.ghosts, system.ordering.new_of_old, gpu_aware);
  Exec().fence("converted");
  system.assembly_seconds = ranks.reduce(assembled - start, ReduceBy::maximum);
  system.conversion_seconds = ranks.reduce(wall_time() - assembled, ReduceBy::maximum);
  return system;
}

}  // namespace minikrylov
