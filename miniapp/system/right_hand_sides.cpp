// Right-hand sides: the system's own, and those of pseudo-random solutions. Initial guesses.
#include "miniapp/system/right_hand_sides.hpp"

#include "kernels/core/digest.hpp"

namespace minikrylov {
namespace {

/// A number in [0, 1) from a row and a column: splitmix64 from the state `begin`, the same on every machine.
KOKKOS_INLINE_FUNCTION double pseudo_random(std::uint64_t begin, GlobalIndex row, int column) {
  const std::uint64_t place = static_cast<std::uint64_t>(row) * max_width + static_cast<std::uint64_t>(column) + 1;
  return static_cast<double>(mixed(begin + place * 0x9e3779b97f4a7c15U) >> 11U) * 0x1.0p-53;
}

/// States far from each other.
std::uint64_t begin_of(RandomStream stream) {
  const auto use = static_cast<std::uint64_t>(stream.use);
  return mixed((static_cast<std::uint64_t>(stream.seed) << 2U) + use);  // 0 for the solutions
}

/// How many columns an array has, those of a row together.
int columns_of(const Array<double>& array, LocalIndex rows) {
  return static_cast<int>(array.extent(0) / static_cast<std::size_t>(rows));
}

/// The first columns of `to` ← `columns`.
void set_first_columns(const Array<double>& columns, const Vector& to) {
  const auto values = to.data;
  const int width = to.width, count = columns_of(columns, to.rows);
  Kokkos::parallel_for(
      "first columns", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, to.rows),
      KOKKOS_LAMBDA(LocalIndex i) {
        for (int j = 0; j < count; ++j) values(Offset{i} * width + j) = columns(Offset{i} * count + j);
      });
}

}  // namespace

void fill_pseudo_random(const Array<GlobalIndex>& global_number, const Vector& x, int first_column,
                        RandomStream stream) {
  const auto values = x.data;
  const std::uint64_t begin = begin_of(stream);
  const int width = x.width;
  Kokkos::parallel_for(
      "pseudo-random numbers", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>>(0, x.rows),
      KOKKOS_LAMBDA(LocalIndex i) {
        for (int j = 0; j < width; ++j)
          values(Offset{i} * width + j) = pseudo_random(begin, global_number(i), first_column + j);
      });
}

RightHandSides make_right_hand_sides(const System& system, const Operator& A, int width) {
  RightHandSides sides{make_vector("b", system.rows, system.ghosts, width),
                       make_vector("exact x", system.rows, system.ghosts, width), system.nullspace, 0};
  fill_pseudo_random(system.global_number, sides.exact);
  set_first_columns(system.solution, sides.exact);
  if (system.solution.extent(0) == 0) sides.first_known = columns_of(system.rhs, system.rows);
  A.apply(sides.exact, sides.b, {});
  set_first_columns(system.rhs, sides.b);
  return sides;
}

Vector make_guess(const System& system, const Array<double>& given, int width, const Communicator& ranks) {
  const Vector guess = make_vector("x0", system.rows, system.ghosts, width);
  const Array<double> ordered = times_power(permute(given, system.ordering), system.scale.solution());
  require_possible(ordered, "the initial guess", ranks);
  if (system.layout.vectors == Precision::single_precision) require_moderate(ordered, system.scale, ranks);
  set_first_columns(ordered, guess);
  system.halo->exchange(guess);
  return guess;
}

}  // namespace minikrylov
