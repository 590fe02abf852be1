// A matrix as lower triangle, diagonal and upper triangle: what IC(0) and Gauss-Seidel are made from.
#pragma once
#include <vector>

#include "kernels/crs_arrays.hpp"

namespace minikrylov {

/// L, D and U without ghost columns; columns ascend in each row. "Lower" means by the order of the rows as they are.
/// Those of a matrix of blocks have points for rows, and whole blocks on the diagonal.
struct Triangles {
  CrsArrays lower, upper;  ///< without the diagonal
  Array<double> diagonal;  ///< block² numbers a row; zero where none are stored

  [[nodiscard]] LocalIndex rows() const { return lower.rows; }
  [[nodiscard]] int block() const { return lower.block; }
};

/// Whether rows of a part need each other's results.
enum class Coupling { none, within };

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

/// Rows begin … end-1, each thread a contiguous share.
inline auto rows_of_part(LocalIndex begin, LocalIndex end) {
  return Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(begin, end);
}

}  // namespace minikrylov
