// Triangles in chunks, part by part, in either precision, for substitution in SELL-C-σ.
#pragma once
#include <vector>

#include "kernels/formats/sell_columns.hpp"
#include "kernels/formats/sell_product.hpp"
#include "kernels/triangular/substitution_step.hpp"

namespace minikrylov {

/// A triangle in chunks, none of which spans two parts.
template <class Real> struct ChunkedTriangle {
  SellArrays arrays;  ///< without columns and values, which are below
  SellColumns columns;
  Array<Real> values;
  std::vector<LocalIndex> chunks_of_part;  ///< first chunk of each part, and the number of chunks
  Array<LocalIndex> chunk_begins;          ///< the same in device memory

  [[nodiscard]] sell::ChunksOf<Real> chunks() const {
    return {.first_rows = arrays.first_rows.data(),
            .offsets = arrays.offsets.data(),
            .column_begins = columns.begins.data(),
            .columns = columns.columns.data(),
            .values = values.data()};
  }
  [[nodiscard]] Offset bytes() const {
    return allocated_bytes_of(arrays, columns) + static_cast<Offset>(sizeof(Real) * values.size());
  }
};

/// Cuts `triangle` into chunks. `parts` and `surveyed` refer to its rows (or points).
template <class Real>
ChunkedTriangle<Real> cut_triangle(const CrsArrays& triangle, const std::vector<LocalIndex>& parts,
                                   const std::vector<SweepPart>& surveyed, int chunk) {
  const SellArrays arrays = make_sell_arrays(triangle, parts, chunk, ChunksFor::substitution);
  ChunkedTriangle<Real> result{arrays, compact_columns(arrays), {}, {}, {}};
  result.arrays.columns = {};
  result.arrays.values = {};
  std::vector<LocalIndex> ends{0};
  for (const SweepPart& part : surveyed) ends.push_back(part.end);
  result.chunks_of_part = chunks_at(arrays, ends);
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), arrays.offsets);
  std::vector<Offset> begins;
  for (const LocalIndex chunk_begin : result.chunks_of_part)
    begins.push_back(offsets(chunk_begin) * triangle.numbers_an_entry());
  result.chunk_begins = array_of("chunks of parts", result.chunks_of_part);
  result.values = in_precision<Real>(arrays.values, begins);
  return result;
}

}  // namespace minikrylov
