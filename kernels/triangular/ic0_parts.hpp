// Common to IC(0) of single rows and of blocks: the loop over parts, and U = Lᵀ.
#pragma once
#include <limits>
#include <vector>

#include "kernels/triangular/triangles.hpp"

namespace minikrylov {

inline constexpr LocalIndex no_row = std::numeric_limits<LocalIndex>::max();

/// The coupled rows of a part, sequentially; one part per call.
template <class Row> struct FactoriseInTurn {
  Row row;
  Array<LocalIndex> begins;  ///< of all parts

  KOKKOS_FUNCTION void operator()(LocalIndex part, LocalIndex& first_bad) const {
    for (LocalIndex i = begins(part); i < begins(part + 1); ++i) row(i, first_bad);
  }
};

/// Factorises part by part with `row(i, first_bad)`; returns the first row with a bad pivot, by parts, or no_row.
template <class Row> LocalIndex factorise_parts(const std::vector<SweepPart>& parts, const Row& row) {
  const auto begins = begins_of_parts(parts);
  for (const SweepStage& stage : stages_of(parts)) {
    const SweepPart& part = parts[stage.first];
    LocalIndex first_bad = no_row;
    const Kokkos::Min<LocalIndex> minimum(first_bad);
    if (part.coupling == Coupling::none)
      Kokkos::parallel_reduce("L, D̃ = IC(0) of a part", rows_of_part(part.begin, part.end), row, minimum);
    else
      Kokkos::parallel_reduce("L, D̃ = IC(0) of a part, row by row", parts_of_stage(stage),
                              FactoriseInTurn<Row>{row, begins}, minimum);
    if (first_bad != no_row) return first_bad;
  }
  return no_row;
}

/// U ← Lᵀ. Throws std::invalid_argument if their patterns differ.
void transpose_lower(const Triangles& factors);

}  // namespace minikrylov
