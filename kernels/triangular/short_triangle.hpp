// Triangles in compressed rows with 32-bit offsets, in either precision, for substitution in CRS.
#pragma once
#include "kernels/formats/crs.hpp"
#include "kernels/triangular/substitution_step.hpp"

namespace minikrylov {

/// A triangle with 32-bit offsets, like those of a CRS matrix.
template <class Real> struct ShortTriangle {
  Array<int> offsets;
  Array<LocalIndex> columns;
  Array<Real> values;

  [[nodiscard]] Offset bytes() const {
    return static_cast<Offset>(sizeof(Real) * values.size() + sizeof(LocalIndex) * columns.size() +
                               sizeof(int) * offsets.size());
  }
};

/// Converts `triangle`; `parts` refer to its rows (or points). Throws std::invalid_argument if there are 2³¹ entries or
/// more.
template <class Real>
ShortTriangle<Real> shorten_triangle(const CrsArrays& triangle, const std::vector<SweepPart>& parts) {
  std::vector<Offset> begins{0};
  for (const SweepPart& part : parts) {
    Offset end = 0;
    Kokkos::deep_copy(end, Kokkos::subview(triangle.offsets, part.end));
    begins.push_back(end * triangle.numbers_an_entry());
  }
  return {short_offsets(triangle), triangle.columns, in_precision<Real>(triangle.values, begins)};
}

}  // namespace minikrylov
