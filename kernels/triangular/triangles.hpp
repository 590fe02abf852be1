// A matrix split into lower triangle, diagonal and upper triangle, for IC(0) and Gauss-Seidel.
#pragma once
#include <vector>

#include "kernels/core/crs_arrays.hpp"

namespace minikrylov {

/// L, D and U without ghost columns; columns ascend in each row. "Lower" refers to the given order of rows. In a matrix
/// of blocks, rows are points, and the diagonal consists of whole blocks.
struct Triangles {
  CrsArrays lower, upper;  ///< without the diagonal
  Array<double> diagonal;  ///< block² numbers per row; zero where not stored

  [[nodiscard]] LocalIndex rows() const { return lower.rows; }
  [[nodiscard]] int block() const { return lower.block; }
};

/// Whether the rows of a part are coupled: none of them; with each other (within); or with each other but with no other
/// part (isolated).
enum class Coupling { none, within, isolated };

/// A part of an ordering, as used by substitution.
struct SweepPart {
  LocalIndex begin = 0, end = 0;  ///< rows
  Coupling coupling = Coupling::none;
  Offset lower_entries = 0, upper_entries = 0;  ///< of its rows
};

/// The triangles of an ordered matrix; `parts` as in Ordering. Each thread first touches a contiguous share of each
/// part, as substitution does later.
Triangles split_into_triangles(const CrsArrays& matrix, const std::vector<LocalIndex>& parts);

/// The parts that have rows, with their couplings and entries.
std::vector<SweepPart> survey_parts(const Triangles& triangles, const std::vector<LocalIndex>& parts);

/// The parts first … last-1, which are independent of each other.
struct SweepStage {
  std::size_t first, last;
};

/// Stages of one part each, except that consecutive isolated parts form one stage.
std::vector<SweepStage> stages_of(const std::vector<SweepPart>& parts);

/// The first rows of the parts, and the number of rows.
Array<LocalIndex> begins_of_parts(const std::vector<SweepPart>& parts);

/// A policy for rows begin … end-1; each thread gets a contiguous share.
inline auto rows_of_part(LocalIndex begin, LocalIndex end) {
  return Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(begin, end);
}

/// A policy for the parts of a stage, one per call.
inline auto parts_of_stage(SweepStage stage) {
  return rows_of_part(static_cast<LocalIndex>(stage.first), static_cast<LocalIndex>(stage.last));
}

}  // namespace minikrylov
