// A matrix as lower triangle, diagonal and upper triangle: what IC(0) and Gauss-Seidel are made from.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// L, D and U without ghost columns; columns ascend in each row. "Lower" means by the order of the rows as they are.
/// Those of a matrix of blocks have points for rows, and whole blocks on the diagonal.
struct Triangles {
  CrsArrays lower, upper;  ///< without the diagonal
  Array<double> diagonal;  ///< block² numbers a row; zero where none are stored

  [[nodiscard]] LocalIndex rows() const { return lower.rows; }
  [[nodiscard]] int block() const { return lower.block; }
};

/// Whether rows of a part need each other's results; isolated: these, but those of no other part.
enum class Coupling { none, within, isolated };

/// One part of an ordering, as substitutions see it.
struct SweepPart {
  LocalIndex begin = 0, end = 0;  ///< rows
  Coupling coupling = Coupling::none;
  Offset lower_entries = 0, upper_entries = 0;  ///< of its rows
};

/// The triangles of an ordered matrix; `parts` as in Ordering. Rows are first touched part by part, each thread a
/// contiguous share of each part, as substitutions use them.
Triangles split_into_triangles(const CrsArrays& matrix, const std::vector<LocalIndex>& parts);

/// What there is to do in each part that has rows.
std::vector<SweepPart> survey_parts(const Triangles& triangles, const std::vector<LocalIndex>& parts);

/// The parts first … last-1, which need nothing of each other.
struct SweepStage {
  std::size_t first, last;
};

/// Each part alone, but isolated parts that follow one another together.
std::vector<SweepStage> stages_of(const std::vector<SweepPart>& parts);

/// The first rows of the parts, and the number of rows.
Array<LocalIndex> begins_of_parts(const std::vector<SweepPart>& parts);

/// Rows begin … end-1, each thread a contiguous share.
inline auto rows_of_part(LocalIndex begin, LocalIndex end) {
  return Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(begin, end);
}

/// The parts of a stage, one for each call.
inline auto parts_of_stage(SweepStage stage) {
  return rows_of_part(static_cast<LocalIndex>(stage.first), static_cast<LocalIndex>(stage.last));
}

}  // namespace minikrylov
