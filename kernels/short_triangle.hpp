// Triangles in compressed rows with short offsets, in either precision: what substitutions in crs sweep over.
#pragma once
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/substitution_step.hpp"

namespace minikrylov {

/// A triangle with offsets as short as those of a matrix in crs.
template <class Real> struct ShortTriangle {
  Array<int> offsets;
  Array<LocalIndex> columns;
  Array<Real> values;

  [[nodiscard]] Offset bytes() const {
    return static_cast<Offset>(sizeof(Real) * values.size() + sizeof(LocalIndex) * columns.size() +
                               sizeof(int) * offsets.size());
  }
};

/// `parts` are those of the rows (or points) of `triangle`. Throws std::invalid_argument if there are 2³¹ entries or
/// more.
template <class Real>
ShortTriangle<Real> shorten_triangle(const CrsArrays& triangle, const std::vector<SweepPart>& parts) {
  if (static_cast<Offset>(triangle.columns.extent(0)) > std::numeric_limits<int>::max())
    throw std::invalid_argument("a triangle has " + std::to_string(triangle.columns.extent(0)) +
                                " entries on a rank (crs has 32-bit offsets) use --format sell or more ranks");
  const auto offsets = allocate<int>("row offsets", triangle.offsets.extent(0));
  const auto from = triangle.offsets;
  Kokkos::parallel_for(
      "shorten offsets", rows_of_part(0, triangle.rows + 1),
      KOKKOS_LAMBDA(LocalIndex i) { offsets(i) = static_cast<int>(from(i)); });
  Exec().fence("shorten offsets");
  std::vector<Offset> begins{0};
  for (const SweepPart& part : parts) {
    Offset end = 0;
    Kokkos::deep_copy(end, Kokkos::subview(triangle.offsets, part.end));
    begins.push_back(end * triangle.numbers_an_entry());
  }
  return {offsets, triangle.columns, in_precision<Real>(triangle.values, begins)};
}

}  // namespace minikrylov
