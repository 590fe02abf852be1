// Dense blocks on the diagonal: their inverses, and the preconditioner that is made of nothing else.
#pragma once
#include <vector>

#include "kernels/triangular/local_solver.hpp"
#include "kernels/triangular/triangles.hpp"

namespace minikrylov {

/// One dense inverse a point, row by row; which point comes first among those that have none.
struct InverseBlocks {
  Array<double> numbers;          ///< block² a point
  LocalIndex first_singular = 0;  ///< a point, or the number of points
};

/// The inverse of each of `blocks` (block² numbers a point) by LU with partial pivoting, first touched part by part;
/// `parts` in points. `block` is one of block_sizes.
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
