// Triangles in compressed rows with short offsets, in either precision: what substitutions in crs sweep over.
#pragma once
#include "kernels/formats/crs.hpp"
#include "kernels/triangular/substitution_step.hpp"

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
  std::vector<Offset> begins{0};
  for (const SweepPart& part : parts) {
    Offset end = 0;
    Kokkos::deep_copy(end, Kokkos::subview(triangle.offsets, part.end));
    begins.push_back(end * triangle.numbers_an_entry());
  }
  return {short_offsets(triangle), triangle.columns, in_precision<Real>(triangle.values, begins)};
}

}  // namespace minikrylov
