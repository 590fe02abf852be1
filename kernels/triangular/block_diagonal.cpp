// Inverting and applying diagonal blocks, point by point.
#include "kernels/triangular/block_diagonal.hpp"

#include "kernels/core/arrays.hpp"
#include "kernels/formats/blocks.hpp"
#include "kernels/triangular/small_block.hpp"

namespace minikrylov {
namespace {

/// Inverts the block of a point, and finds the first point with a singular one.
template <int B> struct InvertPoint {
  Array<double> blocks, inverse;

  KOKKOS_FUNCTION void operator()(LocalIndex point, LocalIndex& first_singular) const {
    const Offset first = Offset{point} * (B * B);
    if (small_block::invert<B>(&blocks(first), &inverse(first)) < B && point < first_singular) first_singular = point;
  }
};

template <int B> struct MultiplyPoint {
  const double* inverse;
  const double* r;
  double* z;
  int width;

  KOKKOS_FUNCTION void operator()(LocalIndex point) const {
    const double* const a = inverse + Offset{point} * (B * B);
    const double* const from = r + Offset{point} * B * width;
    double* const to = z + Offset{point} * B * width;
    for (int j = 0; j < width; ++j) {
      double sum[B] = {};
      for (int i = 0; i < B; ++i)
        for (int k = 0; k < B; ++k) sum[i] += a[i * B + k] * from[k * width + j];
      for (int i = 0; i < B; ++i) to[i * width + j] = sum[i];
    }
  }
};

}  // namespace

InverseBlocks invert_blocks(const Array<double>& blocks, const std::vector<LocalIndex>& parts, int block) {
  InverseBlocks result{allocate<double>("D⁻¹", blocks.extent(0)), parts.back()};
  with_block(block, [&]<int B>(std::integral_constant<int, B>) {
    for (std::size_t p = 0; p + 1 < parts.size(); ++p) {
      LocalIndex first = parts.back();
      Kokkos::parallel_reduce("D⁻¹ of blocks", rows_of_part(parts[p], parts[p + 1]),
                              InvertPoint<B>{blocks, result.numbers}, Kokkos::Min<LocalIndex>(first));
      result.first_singular = std::min(result.first_singular, first);
    }
  });
  return result;
}

void BlockDiagonal::solve(const Vector& r, const Vector& z, ProgressHook* progress) const {
  with_block(block_, [&]<int B>(std::integral_constant<int, B>) {
    for_blocks("z = D⁻¹ r (blocks)", 0, r.rows / B,
               MultiplyPoint<B>{inverse_.data(), r.data.data(), z.data.data(), r.width}, progress);
  });
}

Cost BlockDiagonal::cost(int width) const {
  const double numbers = static_cast<double>(inverse_.extent(0)), vectors = static_cast<double>(rows()) * width;
  return {8 * (numbers + vectors), 8 * vectors, 2 * numbers * width};
}

}  // namespace minikrylov
