// Assembly of any stencil: count, scan, fill. Everything runs on the device and nothing is communicated.
#pragma once
#include <string>
#include <vector>

#include "kernels/row_blocks.hpp"
#include "problems/problem.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

/// Runs `body(row)` for all rows: on a host in the blocks, and by the threads, that later use them.
template <class Body> void for_rows(const char* label, LocalIndex rows, const Body& body) {
  if constexpr (on_host) {
    const RowBlocks blocks = RowBlocks::of(rows, 1);
    for_blocks(label, 0, blocks.count(), [=](LocalIndex block) {
      for (LocalIndex row = blocks.begin(block); row < blocks.end(block); ++row) body(row);
    });
  } else {
    for_blocks(label, 0, rows, body);
  }
}

/// An array that nobody has touched yet.
template <class T> Array<T> untouched(const char* name, Offset size) {
  return Array<T>(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(name)), static_cast<std::size_t>(size));
}

/// Replaces each of `counts` by the sum of those before it; returns the last, which is the sum of all but the last.
template <class T> T scan_in_place(const Array<T>& counts) {
  T total = 0;
  Kokkos::parallel_scan(
      "offset = sum of counts", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, counts.extent(0) - 1),
      KOKKOS_LAMBDA(Offset i, T & sum, bool final) {
        const T count = counts(i);
        if (final) counts(i) = sum;
        sum += count;
      },
      total);
  Kokkos::deep_copy(Exec(), Kokkos::subview(counts, counts.extent(0) - 1), total);
  Exec().fence("scan_in_place");
  return total;
}

/// The columns of a box: its own points first, then the points around it with which they couple.
struct ColumnNumbers {
  Box box, around;           ///< `around` holds the box and its ghosts
  LocalIndex rows;           ///< points of the box
  Array<LocalIndex> ghosts;  ///< how many ghosts there are before each point of `around`

  [[nodiscard]] KOKKOS_FUNCTION LocalIndex operator()(GridPoint p) const {
    return box.contains(p) ? box.index(p) : rows + ghosts(around.index(p));
  }
};

/// Is p a ghost: outside the box, but coupled with a point of it? Looks from p, as couplings go both ways.
template <class Stencil> KOKKOS_FUNCTION LocalIndex is_ghost(const Stencil& stencil, const Box& box, GridPoint p) {
  if (box.contains(p)) return 0;
  LocalIndex coupled = 0;
  stencil.visit(p, [&](GridPoint q, double) { coupled |= box.contains(q); });
  return coupled;
}

/// Numbers the ghosts of a box, ascending by natural number.
template <class Stencil> ColumnNumbers number_columns(const Stencil& stencil, const Box& box) {
  const Box around = grown(box, Stencil::reach, stencil.grid);
  const auto points = static_cast<LocalIndex>(around.size().points());
  const ColumnNumbers columns{box, around, static_cast<LocalIndex>(box.size().points()),
                              untouched<LocalIndex>("ghost numbers", Offset{points} + 1)};
  const auto ghosts = columns.ghosts;
  for_rows(
      "find ghosts", points, KOKKOS_LAMBDA(LocalIndex i) { ghosts(i) = is_ghost(stencil, box, around.point(i)); });
  scan_in_place(ghosts);
  return columns;
}

/// The global numbers of the ghosts.
inline std::vector<GlobalIndex> list_ghosts(const ColumnNumbers& columns, GridSize grid) {
  const auto ghosts = columns.ghosts;
  const Box around = columns.around;
  const auto points = static_cast<LocalIndex>(ghosts.extent(0)) - 1;
  LocalIndex count = 0;
  Kokkos::deep_copy(count, Kokkos::subview(ghosts, points));
  const auto numbers = untouched<GlobalIndex>("global numbers of ghosts", count);
  for_rows(
      "list ghosts", points, KOKKOS_LAMBDA(LocalIndex i) {
        if (ghosts(i + 1) != ghosts(i)) numbers(ghosts(i)) = natural_index(grid, around.point(i));
      });
  std::vector<GlobalIndex> list(count);
  Kokkos::deep_copy(Kokkos::View<GlobalIndex*, Kokkos::HostSpace>(list.data(), list.size()), numbers);
  return list;
}

/// Writes the entries and the right-hand side of all rows.
template <class Stencil> void fill_rows(const Stencil& stencil, const ColumnNumbers& column, const Rows& system) {
  const auto offsets = system.offsets;
  const auto columns = system.columns;
  const auto values = system.values;
  const auto rhs = system.rhs;
  for_rows(
      "rows = stencil", system.rows, KOKKOS_LAMBDA(LocalIndex row) {
        const GridPoint p = column.box.point(row);
        Offset entry = offsets(row);
        double row_sum = 0;
        stencil.visit(p, [&](GridPoint q, double value) {
          columns(entry) = column(q);
          values(entry) = value;
          row_sum += value;
          ++entry;
        });
        rhs(row) = stencil.right_hand_side(p, row_sum);
      });
}

/// All rows of `box`; see assemble().
template <class Stencil> Rows stencil_rows(const Stencil& stencil, const Box& box, KnownSolution solution) {
  const ColumnNumbers column = number_columns(stencil, box);
  Rows system;
  system.rows = column.rows;
  system.ghosts = list_ghosts(column, stencil.grid);

  const auto offsets = untouched<Offset>("offsets", Offset{system.rows} + 1);
  for_rows(
      "count entries", system.rows, KOKKOS_LAMBDA(LocalIndex row) { offsets(row) = stencil.length(box.point(row)); });
  const Offset nonzeros = scan_in_place(offsets);

  system.offsets = offsets;
  system.columns = untouched<LocalIndex>("columns", nonzeros);
  system.values = untouched<double>("values", nonzeros);
  system.rhs = untouched<double>("rhs", system.rows);
  fill_rows(stencil, column, system);
  if (solution == KnownSolution::ones) {
    const auto ones = untouched<double>("solution", system.rows);
    for_rows(
        "solution = 1", system.rows, KOKKOS_LAMBDA(LocalIndex row) { ones(row) = 1; });
    system.solution = ones;
  }
  Exec().fence("stencil_rows");
  return system;
}

}  // namespace minikrylov
