// Splitting a matrix into triangles, and surveying its parts.
#include "kernels/triangular/triangles.hpp"

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {

/// A side of the diagonal.
enum class Side { lower, upper };

KOKKOS_INLINE_FUNCTION bool is_on(Side side, LocalIndex row, LocalIndex column) {
  return side == Side::lower ? column < row : column > row;
}

KOKKOS_FUNCTION Offset count_entries(const CrsArrays& matrix, Side side, LocalIndex row) {
  Offset count = 0;
  for (Offset e = matrix.offsets(row); e < matrix.offsets(row + 1); ++e)
    count += matrix.columns(e) < matrix.rows && is_on(side, row, matrix.columns(e));
  return count;
}

/// Copies an entry, column and numbers, from position `from` to `to`.
KOKKOS_INLINE_FUNCTION void copy_entry(const CrsArrays& source, Offset from, const CrsArrays& target, Offset to) {
  target.columns(to) = source.columns(from);
  const Offset numbers = target.numbers_an_entry();
  for (Offset n = 0; n < numbers; ++n) target.values(to * numbers + n) = source.values(from * numbers + n);
}

/// Copies one row's entries on one side, sorted by column; insertion sort, since rows are short.
struct CopyTriangleRow {
  CrsArrays matrix, triangle;
  Side side;

  KOKKOS_FUNCTION void operator()(LocalIndex row) const {
    const Offset first = triangle.offsets(row);
    Offset end = first;
    for (Offset e = matrix.offsets(row); e < matrix.offsets(row + 1); ++e) {
      const LocalIndex column = matrix.columns(e);
      if (column >= matrix.rows || !is_on(side, row, column)) continue;
      Offset place = end++;
      for (; place > first && triangle.columns(place - 1) > column; --place)
        copy_entry(triangle, place - 1, triangle, place);
      copy_entry(matrix, e, triangle, place);
    }
  }
};

CrsArrays triangle_of(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, Side side) {
  CrsArrays triangle;
  triangle.rows = triangle.column_count = matrix.rows;
  triangle.offsets = begins_of<Offset>(
      "row offsets", matrix.rows, KOKKOS_LAMBDA(LocalIndex i) { return count_entries(matrix, side, i); });
  triangle.block = matrix.block;
  Offset entries = 0;
  Kokkos::deep_copy(entries, Kokkos::subview(triangle.offsets, matrix.rows));
  triangle.columns = allocate<LocalIndex>("columns", entries);
  triangle.values = allocate<double>("values", entries * matrix.numbers_an_entry());
  for (std::size_t p = 0; p + 1 < parts.size(); ++p)
    Kokkos::parallel_for("copy a triangle", rows_of_part(parts[p], parts[p + 1]),
                         CopyTriangleRow{matrix, triangle, side});
  return triangle;
}

Array<double> diagonal_of(const CrsArrays& matrix, const std::vector<LocalIndex>& parts) {
  const Offset numbers = matrix.numbers_an_entry();
  const auto diagonal = allocate<double>("diagonal", matrix.rows * numbers);
  for (std::size_t p = 0; p + 1 < parts.size(); ++p)
    Kokkos::parallel_for(
        "copy the diagonal", rows_of_part(parts[p], parts[p + 1]), KOKKOS_LAMBDA(LocalIndex i) {
          for (Offset n = 0; n < numbers; ++n) diagonal(i * numbers + n) = 0;
          for (Offset e = matrix.offsets(i); e < matrix.offsets(i + 1); ++e)
            if (matrix.columns(e) == i)
              for (Offset n = 0; n < numbers; ++n) diagonal(i * numbers + n) = matrix.values(e * numbers + n);
        });
  return diagonal;
}

Offset entries_of(const CrsArrays& triangle, LocalIndex begin, LocalIndex end) {
  Offset first = 0, last = 0;
  Kokkos::deep_copy(first, Kokkos::subview(triangle.offsets, begin));
  Kokkos::deep_copy(last, Kokkos::subview(triangle.offsets, end));
  return last - first;
}

/// Rows of a part that are coupled with an earlier row of the part.
LocalIndex coupled_rows(const CrsArrays& lower, LocalIndex begin, LocalIndex end) {
  LocalIndex coupled = 0;
  Kokkos::parallel_reduce(
      "count coupled rows", rows_of_part(begin, end),
      KOKKOS_LAMBDA(LocalIndex i, LocalIndex & count) {
        const Offset last = lower.offsets(i + 1) - 1;
        count += last >= lower.offsets(i) && lower.columns(last) >= begin;
      },
      coupled);
  return coupled;
}

/// Entries of these rows with columns outside them.
Offset entries_outside(const CrsArrays& triangle, LocalIndex begin, LocalIndex end) {
  Offset outside = 0;
  Kokkos::parallel_reduce(
      "count entries outside", rows_of_part(begin, end),
      KOKKOS_LAMBDA(LocalIndex i, Offset & count) {
        for (Offset e = triangle.offsets(i); e < triangle.offsets(i + 1); ++e)
          count += triangle.columns(e) < begin || triangle.columns(e) >= end;
      },
      outside);
  return outside;
}

Coupling coupling_of(const Triangles& triangles, LocalIndex begin, LocalIndex end) {
  if (coupled_rows(triangles.lower, begin, end) == 0) return Coupling::none;
  const bool isolated =
      entries_outside(triangles.lower, begin, end) == 0 && entries_outside(triangles.upper, begin, end) == 0;
  return isolated ? Coupling::isolated : Coupling::within;
}

}  // namespace

Triangles split_into_triangles(const CrsArrays& matrix, const std::vector<LocalIndex>& parts) {
  Triangles triangles{triangle_of(matrix, parts, Side::lower), triangle_of(matrix, parts, Side::upper),
                      diagonal_of(matrix, parts)};
  Exec().fence("split_into_triangles");
  return triangles;
}

std::vector<SweepPart> survey_parts(const Triangles& triangles, const std::vector<LocalIndex>& parts) {
  std::vector<SweepPart> surveyed;
  for (std::size_t p = 0; p + 1 < parts.size(); ++p) {
    const LocalIndex begin = parts[p], end = parts[p + 1];
    if (begin == end) continue;
    surveyed.push_back({begin, end, coupling_of(triangles, begin, end), entries_of(triangles.lower, begin, end),
                        entries_of(triangles.upper, begin, end)});
  }
  return surveyed;
}

std::vector<SweepStage> stages_of(const std::vector<SweepPart>& parts) {
  std::vector<SweepStage> stages;
  const auto isolated = [&](std::size_t p) { return parts[p].coupling == Coupling::isolated; };
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (p > 0 && isolated(p - 1) && isolated(p))
      stages.back().last = p + 1;
    else
      stages.push_back({p, p + 1});
  }
  return stages;
}

Array<LocalIndex> begins_of_parts(const std::vector<SweepPart>& parts) {
  std::vector<LocalIndex> begins{0};
  for (const SweepPart& part : parts) begins.push_back(part.end);
  return array_of("parts", begins);
}

}  // namespace minikrylov
