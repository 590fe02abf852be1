// Assembly of any stencil: count, scan, fill; on the device and without communication.
#pragma once
#include <concepts>
#include <string>
#include <vector>

#include "problems/for_rows.hpp"
#include "problems/problem.hpp"
#include "problems/rows.hpp"

namespace minikrylov {

/// An uninitialised array: its pages are not touched yet.
template <class T> DeviceArray<T> untouched(const char* name, Offset size) {
  return DeviceArray<T>(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(name)),
                        static_cast<std::size_t>(size));
}

/// Exclusive prefix sum in place; returns the last element, the sum of all counts before it.
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

/// Local numbers of the points of a box, followed by those of its ghosts. A point's columns start at its number times
/// the unknowns per point.
struct PointNumbers {
  Box box, around;                 ///< `around` includes the box and its ghosts
  LocalIndex points;               ///< in the box
  DeviceArray<LocalIndex> ghosts;  ///< number of ghosts before each point of `around`

  [[nodiscard]] KOKKOS_FUNCTION LocalIndex operator()(GridPoint p) const {
    return box.contains(p) ? box.index(p) : points + ghosts(around.index(p));
  }
};

/// 1 if p is a ghost, outside the box but coupled with a point in it; otherwise 0. Visits the stencil of p, as
/// couplings are mutual.
template <class Stencil> KOKKOS_FUNCTION LocalIndex is_ghost(const Stencil& stencil, const Box& box, GridPoint p) {
  if (box.contains(p)) return 0;
  LocalIndex coupled = 0;
  stencil.visit(p, [&](GridPoint q, const auto&) { coupled |= box.contains(q); });
  return coupled;
}

/// Numbers the ghosts of a box in natural order.
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

/// The global numbers of the ghosts' unknowns, `dofs` per point.
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

/// The entry in row `component` and column `other` of a coupling: the coupling itself if points have one unknown,
/// otherwise computed on demand.
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

/// A stencil whose exact solution is known.
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
