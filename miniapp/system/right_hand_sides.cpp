// Right-hand sides: the problem's own, and those of pseudo-random solutions.
#include "miniapp/system/right_hand_sides.hpp"

namespace minikrylov {
namespace {

/// A number in [0, 1) from a row and a column: S. Vigna's splitmix64, the same on every machine.
KOKKOS_INLINE_FUNCTION double pseudo_random(GlobalIndex row, int column) {
  std::uint64_t z =
      (static_cast<std::uint64_t>(row) * max_width + static_cast<std::uint64_t>(column) + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1.0p-53;
}

/// Column 0 of `to` ← `column`.
void set_first_column(const Array<double>& column, const Vector& to) {
  const auto values = to.data;
  const int width = to.width;
  Kokkos::parallel_for(
      "first column", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, to.rows),
      KOKKOS_LAMBDA(LocalIndex i) { values(Offset{i} * width) = column(i); });
}

}  // namespace

void fill_pseudo_random(const Array<GlobalIndex>& global_number, const Vector& x, int first_column) {
  const auto values = x.data;
  const int width = x.width;
  Kokkos::parallel_for(
      "pseudo-random numbers", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, x.rows),
      KOKKOS_LAMBDA(LocalIndex i) {
        for (int j = 0; j < width; ++j)
          values(Offset{i} * width + j) = pseudo_random(global_number(i), first_column + j);
      });
}

RightHandSides make_right_hand_sides(const System& system, const Operator& A, int width) {
  RightHandSides sides{make_vector("b", system.rows, system.ghosts, width),
                       make_vector("exact x", system.rows, system.ghosts, width), system.nullspace, 0};
  fill_pseudo_random(system.global_number, sides.exact);
  if (system.solution.extent(0) > 0)
    set_first_column(system.solution, sides.exact);
  else
    sides.first_known = 1;
  A.apply(sides.exact, sides.b, {});
  set_first_column(system.rhs, sides.b);
  return sides;
}

}  // namespace minikrylov
