// Assembly of any stencil: count, scan, fill. Everything runs on the device and nothing is communicated.
#pragma once
#include <concepts>
#include <string>
#include <vector>

#include "problems/for_rows.hpp"
#include "problems/problem.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

/// An array that nobody has touched yet.
template <class T> DeviceArray<T> untouched(const char* name, Offset size) {
  return DeviceArray<T>(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(name)),
                        static_cast<std::size_t>(size));
}

/// Replaces each of `counts` by the sum of those before it; returns the last, which is the sum of all but the last.
template <class T> T scan_in_place(const DeviceArray<T>& counts) {
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

/// The points of a box and those with which they couple: its own first, then the ghosts. The columns of a point are
/// its number times the unknowns a point, and those that follow.
struct PointNumbers {
  Box box, around;                 ///< `around` holds the box and its ghosts
  LocalIndex points;               ///< of the box
  DeviceArray<LocalIndex> ghosts;  ///< how many ghosts there are before each point of `around`

  [[nodiscard]] KOKKOS_FUNCTION LocalIndex operator()(GridPoint p) const {
    return box.contains(p) ? box.index(p) : points + ghosts(around.index(p));
  }
};

/// Is p a ghost: outside the box, but coupled with a point of it? Looks from p, as couplings go both ways.
template <class Stencil> KOKKOS_FUNCTION LocalIndex is_ghost(const Stencil& stencil, const Box& box, GridPoint p) {
  if (box.contains(p)) return 0;
  LocalIndex coupled = 0;
  stencil.visit(p, [&](GridPoint q, const auto&) { coupled |= box.contains(q); });
  return coupled;
}

/// Numbers the ghosts of a box, ascending by natural number.
template <class Stencil> PointNumbers number_points(const Stencil& stencil, const Box& box) {
  const Box around = grown(box, Stencil::reach, stencil.grid);
  const auto points = static_cast<LocalIndex>(around.size().points());
  const PointNumbers numbers{box, around, static_cast<LocalIndex>(box.size().points()),
                             untouched<LocalIndex>("ghost numbers", Offset{points} + 1)};
  const auto ghosts = numbers.ghosts;
  for_rows(
      "find ghosts", points, KOKKOS_LAMBDA(LocalIndex i) { ghosts(i) = is_ghost(stencil, box, around.point(i)); });
  scan_in_place(ghosts);
  return numbers;
}

/// The global numbers of the ghosts' unknowns, of which a point has `dofs`.
inline std::vector<GlobalIndex> list_ghosts(const PointNumbers& number, GridSize grid, int dofs) {
  const auto ghosts = number.ghosts;
  const Box around = number.around;
  const auto points = static_cast<LocalIndex>(ghosts.extent(0)) - 1;
  LocalIndex count = 0;
  Kokkos::deep_copy(count, Kokkos::subview(ghosts, points));
  const auto unknowns = untouched<GlobalIndex>("global numbers of ghosts", Offset{count} * dofs);
  for_rows(
      "list ghosts", points, KOKKOS_LAMBDA(LocalIndex i) {
        if (ghosts(i + 1) == ghosts(i)) return;
        const GlobalIndex first = natural_index(grid, around.point(i)) * dofs;
        for (int d = 0; d < dofs; ++d) unknowns(ghosts(i) * dofs + d) = first + d;
      });
  std::vector<GlobalIndex> list(unknowns.extent(0));
  Kokkos::deep_copy(Kokkos::View<GlobalIndex*, Kokkos::HostSpace>(list.data(), list.size()), unknowns);
  return list;
}

/// The entry in row `component` and column `other` of two points' coupling, which is a number where a point has one
/// unknown, and otherwise computes its entries when asked.
KOKKOS_INLINE_FUNCTION double entry_of(double coupling, int, int) { return coupling; }
template <class Coupling> KOKKOS_FUNCTION double entry_of(const Coupling& coupling, int component, int other) {
  return coupling(component, other);
}

/// Writes the entries and the right-hand side of all rows.
template <class Stencil> void fill_rows(const Stencil& stencil, const PointNumbers& number, const Rows& system) {
  const auto offsets = system.offsets;
  const auto columns = system.columns;
  const auto values = system.values;
  const auto rhs = system.rhs;
  for_rows(
      "rows = stencil", system.rows, KOKKOS_LAMBDA(LocalIndex row) {
        const GridPoint p = number.box.point(row / Stencil::dofs);
        const int component = row % Stencil::dofs;
        Offset entry = offsets(row);
        double row_sum = 0;
        stencil.visit(p, [&](GridPoint q, const auto& coupling) {
          const LocalIndex first = number(q) * Stencil::dofs;
          for (int d = 0; d < Stencil::dofs; ++d) {
            const double value = entry_of(coupling, component, d);
            columns(entry) = first + d;
            values(entry) = value;
            row_sum += value;
            ++entry;
          }
        });
        rhs(row) = stencil.right_hand_side(p, component, row_sum);
      });
}

/// Where the exact solution is known, a stencil says so.
template <class Stencil> concept HasSolution = requires(const Stencil& stencil) {
  { stencil.solution(GridPoint{}, 0) } -> std::convertible_to<double>;
};

template <HasSolution Stencil> DeviceArray<double> solution_of(const Stencil& stencil, const PointNumbers& number) {
  const LocalIndex rows = number.points * Stencil::dofs;
  const auto solution = untouched<double>("solution", rows);
  for_rows(
      "solution = exact solution", rows, KOKKOS_LAMBDA(LocalIndex row) {
        solution(row) = stencil.solution(number.box.point(row / Stencil::dofs), row % Stencil::dofs);
      });
  return solution;
}

/// All rows of `box`; see assemble().
template <class Stencil> Rows stencil_rows(const Stencil& stencil, const Box& box) {
  const PointNumbers number = number_points(stencil, box);
  Rows system;
  system.rows = number.points * Stencil::dofs;
  system.ghosts = list_ghosts(number, stencil.grid, Stencil::dofs);

  const auto offsets = untouched<Offset>("offsets", Offset{system.rows} + 1);
  for_rows(
      "count entries", system.rows,
      KOKKOS_LAMBDA(LocalIndex row) { offsets(row) = stencil.length(box.point(row / Stencil::dofs)) * Stencil::dofs; });
  const Offset nonzeros = scan_in_place(offsets);

  system.offsets = offsets;
  system.columns = untouched<LocalIndex>("columns", nonzeros);
  system.values = untouched<double>("values", nonzeros);
  system.rhs = untouched<double>("rhs", system.rows);
  fill_rows(stencil, number, system);
  if constexpr (HasSolution<Stencil>) system.solution = solution_of(stencil, number);
  Exec().fence("stencil_rows");
  return system;
}

}  // namespace minikrylov
