// The distributed product.
#include "miniapp/operators.hpp"

namespace minikrylov {

void DistributedMatrix::apply(const Vector& x, const Vector& y, const BlockTask* after) const {
  halo_.exchange(x);
  matrix_.multiply(x, y, 0, RowBlocks::of(matrix_.rows(), x.width).count(), after);
}

void DistributedMatrix::apply_transposed(const Vector& x, const Vector& y) const {
  matrix_.multiply_transposed(x, y);
  halo_.reverse_add(y);
}

Cost DistributedMatrix::cost(int width) const {
  const double rows = matrix_.rows(), columns = matrix_.columns();
  return {static_cast<double>(matrix_.allocated_bytes()) + 8 * columns * width, 8 * rows * width,
          2.0 * static_cast<double>(matrix_.nonzeros()) * width};
}

}  // namespace minikrylov
