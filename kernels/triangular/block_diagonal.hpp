// Dense diagonal blocks: their inverses, and the block-diagonal preconditioner.
#pragma once
#include <vector>

#include "kernels/triangular/local_solver.hpp"
#include "kernels/triangular/triangles.hpp"

namespace minikrylov {

/// The inverses of diagonal blocks.
struct InverseBlocks {
  Array<double> numbers;          ///< block² per point, row-major
  LocalIndex first_singular = 0;  ///< the first point without an inverse, or the number of points
};

/// The inverse of each of `blocks` (block² numbers per point) by LU with partial pivoting, first touched part by part;
/// `parts` counts points. `block` is one of block_sizes.
InverseBlocks invert_blocks(const Array<double>& blocks, const std::vector<LocalIndex>& parts, int block);

/// z = D⁻¹ r with the inverses of diagonal blocks.
class BlockDiagonal final : public LocalSolver {
 public:
  /// `inverse` as in InverseBlocks.
  BlockDiagonal(Array<double> inverse, int block) : inverse_(std::move(inverse)), block_(block) {}

  [[nodiscard]] LocalIndex rows() const override { return static_cast<LocalIndex>(inverse_.extent(0)) / block_; }
  void solve(const Vector& r, const Vector& z, ProgressHook* progress) const override;
  [[nodiscard]] Cost cost(int width) const override;

 private:
  Array<double> inverse_;
  int block_;
};

}  // namespace minikrylov
