// Counting and copying the entries to keep.
#include "kernels/ordering/uncoupled.hpp"

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

KOKKOS_INLINE_FUNCTION bool stays(const CrsArrays& matrix, const Array<int>& group, LocalIndex row, Offset entry) {
  const LocalIndex column = matrix.columns(entry);
  return column < matrix.rows && group(column) == group(row);
}

}  // namespace

CrsArrays uncoupled(const CrsArrays& matrix, const Array<int>& group_of_row) {
  CrsArrays kept{matrix.rows,
                 matrix.rows,
                 begins_of<Offset>(
                     "row offsets", matrix.rows,
                     KOKKOS_LAMBDA(LocalIndex i) {
                       Offset count = 0;
                       for (Offset e = matrix.offsets(i); e < matrix.offsets(i + 1); ++e)
                         count += stays(matrix, group_of_row, i, e);
                       return count;
                     }),
                 {},
                 {}};
  Offset entries = 0;
  Kokkos::deep_copy(entries, Kokkos::subview(kept.offsets, matrix.rows));
  kept.columns = allocate<LocalIndex>("columns", entries);
  kept.values = allocate<double>("values", entries);
  Kokkos::parallel_for(
      "copy what is coupled within a group",
      Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(0, matrix.rows),
      KOKKOS_LAMBDA(LocalIndex i) {
        Offset to = kept.offsets(i);
        for (Offset e = matrix.offsets(i); e < matrix.offsets(i + 1); ++e) {
          if (!stays(matrix, group_of_row, i, e)) continue;
          kept.columns(to) = matrix.columns(e);
          kept.values(to++) = matrix.values(e);
        }
      });
  Exec().fence("uncoupled");
  return kept;
}

}  // namespace minikrylov
