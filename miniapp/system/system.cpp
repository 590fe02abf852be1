// Assembles a distributed system, stage by stage.
#include "miniapp/system/system.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/core/arrays.hpp"
#include "kernels/core/digest.hpp"
#include "kernels/formats/blocks.hpp"
#include "miniapp/system/orderings.hpp"
#include "problems/assemble.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// The owners of the ghosts, with the ghosts renumbered owner by owner.
struct GroupedGhosts {
  std::vector<Ghost> ghosts;
  std::vector<GlobalIndex> numbers;  ///< global
  std::vector<LocalIndex> place;     ///< new number of ghost k of the assembled rows
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
  GroupedGhosts grouped{{}, {}, std::vector<LocalIndex>(ghosts.size())};
  for (const LocalIndex k : order) {
    grouped.place[k] = static_cast<LocalIndex>(grouped.ghosts.size());
    grouped.ghosts.push_back(sources[k]);
    grouped.numbers.push_back(ghosts[k]);
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

/// Maximum entries per row on this rank.
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

/// Rows before the first with a ghost column.
LocalIndex rows_before_ghosts(const CrsArrays& matrix) {
  const auto has_ghosts = rows_with_ghosts(matrix);
  LocalIndex first = matrix.rows;
  Kokkos::parallel_reduce(
      "first row with ghosts", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, matrix.rows),
      KOKKOS_LAMBDA(LocalIndex i, LocalIndex & minimum) {
        if (has_ghosts(i) != 0 && i < minimum) minimum = i;
      },
      Kokkos::Min<LocalIndex>(first));
  return std::min(first, matrix.rows);
}

/// The deep halo that the layout asks for or leaves open; null where powers are computed one product after the other.
/// Collective.
std::unique_ptr<DeepHalo> make_deep_halo(const CrsArrays& ordered, const std::vector<Ghost>& ghosts, RowLoop row_loop,
                                         const Ordering& ordering, const MatrixLayout& layout,
                                         const Communicator& ranks, GpuAwareMpi gpu_aware) {
  if (layout.powers <= 1 || layout.powers_halo == PowersHalo::rounds || ranks.size() == 1) return nullptr;
  if (row_loop == RowLoop::of_format) return nullptr;
  return std::make_unique<DeepHalo>(ordered, ghosts, ordering.new_of_old, ordering.old_of_new, layout.powers, ranks,
                                    gpu_aware);
}

/// aᵢᵢ of each row (zero where it is not stored) and of each ghost.
Array<double> diagonal_of(const CrsArrays& matrix, const Halo& halo, const DeepHalo* deep) {
  const LocalIndex ghosts = deep == nullptr ? halo.ghosts() : deep->ghosts();
  const Vector values = make_vector("diag(A)", matrix.rows, ghosts, 1);
  const Array<double> diagonal = values.data;
  Kokkos::parallel_for(
      "diag(A)", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, matrix.rows),
      KOKKOS_LAMBDA(LocalIndex i) {
        double value = 0;
        for (Offset e = matrix.offsets(i); e < matrix.offsets(i + 1); ++e)
          if (matrix.columns(e) == i) value = matrix.values(e);
        diagonal(i) = value;
      });
  if (deep == nullptr)
    halo.exchange(values);
  else
    deep->exchange(values);
  return diagonal;
}

/// The global number of each row of `box`, as assembled.
Array<GlobalIndex> global_numbers(const Partition& partition, const Box& box) {
  const GridSize grid = partition.grid;
  const int dofs = partition.dofs;
  const auto rows = static_cast<LocalIndex>(box.size().points() * dofs);
  const auto numbers = allocate<GlobalIndex>("global numbers", rows);
  Kokkos::parallel_for(
      "global numbers", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, rows),
      KOKKOS_LAMBDA(LocalIndex i) { numbers(i) = natural_index(grid, box.point(i / dofs)) * dofs + i % dofs; });
  return numbers;
}

/// The same numbers in the order of computation.
Array<GlobalIndex> ordered_numbers(const Array<GlobalIndex>& numbers, const Ordering& ordering) {
  if (ordering.is_identity()) return numbers;
  const auto rows = static_cast<LocalIndex>(numbers.extent(0));
  const auto ordered = allocate<GlobalIndex>("global numbers", rows);
  const auto old_of_new = ordering.old_of_new;
  Kokkos::parallel_for(
      "global numbers in order", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, rows),
      KOKKOS_LAMBDA(LocalIndex i) { ordered(i) = numbers(old_of_new(i)); });
  return ordered;
}

/// The order in which `rows` are computed.
Ordering order(const CrsArrays& rows, const MatrixLayout& layout, int dofs, const Box& box) {
  const bool points = layout.unit == OrderedUnit::point || row_of(layout.format).unit == OrderedUnit::point;
  const int together = points ? dofs : 1;
  const CrsArrays ordered = together == 1 ? rows : to_blocks(rows, together);
  return ordering_of_rows(sort_rows(ordered.offsets, order_rows(layout.ordering, ordered, box), layout.sigma),
                          together);
}

}  // namespace

AssembledRows assemble_rows(const Problem& problem, const Partition& partition, int rank) {
  const Box box = partition.box(rank);
  AssembledRows assembled{assemble(problem, box), {}, global_numbers(partition, box), box, partition.dofs};
  GroupedGhosts grouped = group_by_owner(assembled.rows.ghosts, partition);
  if (!grouped.ghosts.empty()) renumber_ghosts(assembled.rows, grouped.place);
  assembled.ghosts = std::move(grouped.ghosts);
  assembled.rows.ghosts = std::move(grouped.numbers);
  Exec().fence("assembled");
  return assembled;
}

AssembledRows as_assembled(ScatteredRows scattered) {
  AssembledRows assembled{std::move(scattered.rows), std::move(scattered.ghosts),
                          array_of("global numbers", scattered.global_numbers), Box{}, 1};
  return assembled;
}

System build_system(const AssembledRows& assembled, const Communicator& ranks, const MatrixLayout& layout,
                    GpuAwareMpi gpu_aware) {
  ranks.barrier();
  const double start = wall_time();
  const auto [rows, scale] = scaled(assembled.rows, layout.vectors, ranks);
  System system;
  system.scale = scale;
  system.nullspace = rows.nullspace;
  system.rows = rows.rows;
  const auto ghosts = static_cast<LocalIndex>(assembled.ghosts.size());
  system.dofs = assembled.dofs;
  system.global_rows = static_cast<GlobalIndex>(ranks.reduce(rows.rows, ReduceBy::sum));
  system.global_nonzeros = static_cast<GlobalIndex>(ranks.reduce(static_cast<double>(rows.nonzeros()), ReduceBy::sum));
  system.longest_row = static_cast<int>(ranks.reduce(static_cast<double>(longest(rows)), ReduceBy::maximum));
  const CrsArrays as_read{rows.rows, rows.rows + ghosts, rows.offsets, rows.columns, rows.values};
  system.ordering = order(as_read, layout, system.dofs, assembled.box);
  const CrsArrays ordered = permute_rows(as_read, system.ordering);
  system.rows_before_ghosts = rows_before_ghosts(ordered);
  system.layout = layout;
  if (layout.ordered_rows == OrderedRows::kept) system.ordered_rows = ordered;
  system.ghost_groups = find_ghost_groups(ordered);
  system.rhs = rows.rhs.extent(0) == 0 ? rows.rhs : permute(rows.rhs, system.ordering);
  system.solution = rows.solution.extent(0) == 0 ? rows.solution : permute(rows.solution, system.ordering);
  StoredMatrix stored = stored_matrix(ordered, system.ordering, system.dofs, layout, ranks);
  system.matrix = std::move(stored.matrix);
  system.coding = stored.coding;
  system.plain = std::move(stored.plain);
  if (layout.inner != Precision::double_precision)
    system.inner = rounded_matrix(ordered, system.ordering, system.dofs, layout, layout.inner, ranks);
  system.global_number = ordered_numbers(assembled.global_number, system.ordering);
  system.halo = std::make_unique<Halo>(ranks, rows.rows, assembled.ghosts, system.ordering.new_of_old, gpu_aware);
  system.deep_halo =
      make_deep_halo(ordered, assembled.ghosts, system.matrix->row_loop(), system.ordering, layout, ranks, gpu_aware);
  system.ghosts = system.deep_halo == nullptr ? ghosts : system.deep_halo->ghosts();
  if (layout.powers > 1) system.group_graph = find_group_graph(ordered, layout.chunk * system.dofs - 1);
  system.diagonal = diagonal_of(ordered, *system.halo, system.deep_halo.get());
  Exec().fence("converted");
  system.conversion_seconds = ranks.reduce(wall_time() - start, ReduceBy::maximum);
  return system;
}

Compression compression_of(const System& system) {
  return system.coding && system.coding->kept == KeptForm::coded ? system.layout.compression : Compression::none;
}

std::uint64_t digest_of(const System& system) {
  Digest digest;
  digest.add(system.matrix->digest());
  digest.add_all(system.diagonal);
  digest.add_all(system.rhs);
  digest.add_all(system.solution);
  digest.add_all(system.global_number);
  digest.add_all(system.halo->send_rows());
  return digest.value();
}

System build_system(const Problem& problem, const Partition& partition, const Communicator& ranks,
                    const MatrixLayout& layout, GpuAwareMpi gpu_aware) {
  ranks.barrier();
  const double start = wall_time();
  const AssembledRows assembled = assemble_rows(problem, partition, ranks.rank());
  const double seconds = ranks.reduce(wall_time() - start, ReduceBy::maximum);
  System system = build_system(assembled, ranks, layout, gpu_aware);
  system.assembly_seconds = seconds;
  return system;
}

}  // namespace minikrylov
