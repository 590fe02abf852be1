// IC(0) of a matrix of blocks: like that of single rows, with dense pivots.
#include "kernels/core/arrays.hpp"
#include "kernels/formats/blocks.hpp"
#include "kernels/triangular/ic0.hpp"
#include "kernels/triangular/ic0_parts.hpp"
#include "kernels/triangular/small_block.hpp"

namespace minikrylov {
namespace {

/// Computes one block row of L, its pivot and the pivot's inverse; records the first point with a bad pivot.
template <int B> struct FactorisePoint {
  CrsArrays lower;
  Array<double> pivots;  ///< the diagonal blocks of A, replaced by D̃ one by one
  Array<double> inverse_pivots;
  double scale;

  KOKKOS_FUNCTION void operator()(LocalIndex i, LocalIndex& first_bad) const {
    constexpr Offset numbers = B * B;
    double* const pivot = &pivots(i * numbers);
    for (int c = 0; c < B; ++c) pivot[c * B + c] *= scale;
    for (Offset e = lower.offsets(i); e < lower.offsets(i + 1); ++e) {
      const LocalIndex k = lower.columns(e);
      double* const value = &lower.values(e * numbers);
      subtract_shared(lower.offsets(i), e, k, value);
      double scaled[numbers];
      small_block::multiply<B>(value, &inverse_pivots(k * numbers), scaled);
      small_block::subtract_product_transposed<B>(scaled, value, pivot);
    }
    const bool good = small_block::first_bad_pivot<B>(pivot).row == B;
    if (good) small_block::invert<B>(pivot, &inverse_pivots(i * numbers));
    if (!good && i < first_bad) first_bad = i;
  }

  /// target ← target - Σⱼ Lᵢⱼ D̃ⱼ⁻¹ Lₖⱼᵀ over the columns that row k shares with the entries first … last-1 of row i.
  KOKKOS_FUNCTION void subtract_shared(Offset first, Offset last, LocalIndex k, double* target) const {
    constexpr Offset numbers = B * B;
    Offset a = first, b = lower.offsets(k);
    const Offset b_end = lower.offsets(k + 1);
    while (a < last && b < b_end) {
      const LocalIndex j = lower.columns(a), other = lower.columns(b);
      if (j == other) {
        double scaled[numbers];
        small_block::multiply<B>(&lower.values(a * numbers), &inverse_pivots(j * numbers), scaled);
        small_block::subtract_product_transposed<B>(scaled, &lower.values(b * numbers), target);
      }
      a += j <= other;
      b += other <= j;
    }
  }
};

/// The first bad pivot in the block of a point.
template <int B> BadPivot bad_pivot_of(const Triangles& factors, LocalIndex point) {
  const auto range = std::make_pair(Offset{point} * B * B, Offset{point + 1} * B * B);
  const auto block = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Kokkos::subview(factors.diagonal, range));
  const small_block::Pivot bad = small_block::first_bad_pivot<B>(block.data());
  return {point * B + bad.row, bad.value};
}

}  // namespace

IncompleteCholesky factorise_block_ic0(const CrsArrays& points, const std::vector<LocalIndex>& parts, double shift) {
  IncompleteCholesky result{split_into_triangles(points, parts), {}};
  const Triangles& factors = result.factors;
  return with_block(points.block, [&]<int B>(std::integral_constant<int, B>) {
    const FactorisePoint<B> row{factors.lower, factors.diagonal, allocate<double>("D̃⁻¹", factors.diagonal.extent(0)),
                                1 + shift};
    const LocalIndex bad = factorise_parts(survey_parts(factors, parts), row);
    if (bad != no_row)
      result.bad_pivot = bad_pivot_of<B>(factors, bad);
    else
      transpose_lower(factors);
    return result;
  });
}

}  // namespace minikrylov
