// Products whose halo comes with a sum.
#include "miniapp/system/embedded_matrix.hpp"

namespace minikrylov {
namespace {

/// Ghosts of x = M⁻¹ w.
void precondition_ghosts(const Array<double>& inverse_diagonal, const Vector& w, const Vector& x) {
  const Array<double> from = w.data, to = x.data;
  const LocalIndex rows = x.rows, ghosts = x.capacity() - x.rows;
  const int width = x.width;
  const bool scales = inverse_diagonal.extent(0) > 0;
  Kokkos::parallel_for(
      "ghosts of M⁻¹ w", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, ghosts),
      KOKKOS_LAMBDA(LocalIndex i) {
        const double factor = scales ? inverse_diagonal(rows + i) : 1;
        const Offset first = (Offset{rows} + i) * width;
        for (int j = 0; j < width; ++j) to(first + j) = factor * from(first + j);
      });
}

}  // namespace

void EmbeddedMatrix::apply(const Vector& x, const Vector& y, const BlockTask* after) const {
  const LocalMatrix& matrix = *system_.matrix;
  const RowBlocks blocks = RowBlocks::of(matrix.rows(), x.width);
  LocalIndex first = 0;
  if (reduction_.carried() != nullptr) {
    const Vector w = *reduction_.carried();
    first = system_.rows_before_ghosts / blocks.block_rows;
    matrix.multiply(x, y, 0, first, after);
    reduction_.arrive();
    if (w.data.data() != x.data.data()) precondition_ghosts(inverse_diagonal_, w, x);
  }
  matrix.multiply(x, y, first, blocks.count(), after);
}

}  // namespace minikrylov
