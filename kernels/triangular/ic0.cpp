// IC(0): a row depends on rows of earlier colours.
#include "kernels/triangular/ic0.hpp"

#include <stdexcept>

#include "kernels/triangular/ic0_parts.hpp"

namespace minikrylov {
namespace {

/// Computes one row of L and its pivot from the rows it is coupled with; records the first bad pivot.
struct FactoriseRow {
  CrsArrays lower;
  Array<double> pivots;  ///< the diagonal of A, replaced by D̃ one by one
  double scale;

  KOKKOS_FUNCTION void operator()(LocalIndex i, LocalIndex& first_bad) const {
    double pivot = scale * pivots(i);
    for (Offset e = lower.offsets(i); e < lower.offsets(i + 1); ++e) {
      const LocalIndex k = lower.columns(e);
      const double value = lower.values(e) - shared(lower.offsets(i), e, k);
      lower.values(e) = value;
      pivot -= value * value / pivots(k);
    }
    pivots(i) = pivot;
    if (!(pivot > 0) && i < first_bad) first_bad = i;
  }

  /// Σⱼ lᵢⱼ lₖⱼ / d̃ⱼ over the columns that row k shares with the entries first … last-1 of row i.
  KOKKOS_FUNCTION double shared(Offset first, Offset last, LocalIndex k) const {
    double sum = 0;
    Offset a = first, b = lower.offsets(k);
    const Offset b_end = lower.offsets(k + 1);
    while (a < last && b < b_end) {
      const LocalIndex j = lower.columns(a), other = lower.columns(b);
      if (j == other) sum += lower.values(a) * lower.values(b) / pivots(j);
      a += j <= other;
      b += other <= j;
    }
    return sum;
  }
};

/// The entry of a column in a row, whose columns ascend, or -1.
KOKKOS_INLINE_FUNCTION Offset find_entry(const CrsArrays& matrix, LocalIndex row, LocalIndex column) {
  Offset begin = matrix.offsets(row), end = matrix.offsets(row + 1);
  while (begin < end) {
    const Offset middle = begin + (end - begin) / 2;
    if (matrix.columns(middle) == column) return middle;
    if (matrix.columns(middle) < column)
      begin = middle + 1;
    else
      end = middle;
  }
  return -1;
}

/// upper ← lowerᵀ; returns the number of entries without a counterpart.
Offset transpose_values(const CrsArrays& lower, const CrsArrays& upper) {
  const Offset numbers = lower.numbers_an_entry(), block = lower.block;
  Offset lonely = 0;
  Kokkos::parallel_reduce(
      "U = Lᵀ", rows_of_part(0, upper.rows),
      KOKKOS_LAMBDA(LocalIndex i, Offset & count) {
        for (Offset e = upper.offsets(i); e < upper.offsets(i + 1); ++e) {
          const Offset place = find_entry(lower, upper.columns(e), i);
          if (place < 0)
            ++count;
          else
            for (Offset n = 0; n < numbers; ++n)
              upper.values(e * numbers + n) = lower.values(place * numbers + n % block * block + n / block);
        }
      },
      lonely);
  return lonely;
}

}  // namespace

void transpose_lower(const Triangles& factors) {
  if (transpose_values(factors.lower, factors.upper) > 0)
    throw std::invalid_argument("IC(0) needs a matrix whose pattern is symmetric");
}

IncompleteCholesky factorise_ic0(const CrsArrays& matrix, const std::vector<LocalIndex>& parts, double shift) {
  if (matrix.block > 1) return factorise_block_ic0(matrix, parts, shift);
  IncompleteCholesky result{split_into_triangles(matrix, parts), {}};
  const Triangles& factors = result.factors;
  const LocalIndex bad =
      factorise_parts(survey_parts(factors, parts), FactoriseRow{factors.lower, factors.diagonal, 1 + shift});
  if (bad == no_row) {
    transpose_lower(factors);
  } else {
    BadPivot pivot{bad, 0};
    Kokkos::deep_copy(pivot.value, Kokkos::subview(factors.diagonal, bad));
    result.bad_pivot = pivot;
  }
  return result;
}

}  // namespace minikrylov
