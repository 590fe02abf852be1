// Vectors: allocation by first touch, copy, fill.
#include "kernels/vector.hpp"

#include "kernels/arrays.hpp"

namespace minikrylov {

Vector make_vector(const std::string& name, LocalIndex rows, LocalIndex ghosts, int width) {
  const auto elements = (static_cast<std::size_t>(rows) + static_cast<std::size_t>(ghosts)) * width;
  const Vector x{allocate<double>(name, elements), rows, width};
  clear_all(x);
  Exec().fence("make_vector");
  return x;
}

void clear_all(const Vector& x) {
  fill(x, 0);
  const auto tail = Kokkos::subview(x.data, std::make_pair(static_cast<std::size_t>(x.elements()), x.data.extent(0)));
  Kokkos::deep_copy(Exec(), tail, 0.0);
}

void copy(const Vector& x, const Vector& y) {
  const auto from = x.data, to = y.data;
  const RowBlocks blocks = RowBlocks::of(x.rows, x.width);
  const Offset elements = x.elements(), block = Offset{blocks.block_rows} * x.width;
  for_blocks(
      "y = x", 0, blocks.count(), KOKKOS_LAMBDA(LocalIndex b) {
        const Offset end = Kokkos::min(elements, (b + 1) * block);
        for (Offset e = b * block; e < end; ++e) to(e) = from(e);
      });
}

void fill(const Vector& x, double value) {
  const auto to = x.data;
  const RowBlocks blocks = RowBlocks::of(x.rows, x.width);
  const Offset elements = x.elements(), block = Offset{blocks.block_rows} * x.width;
  for_blocks(
      "x = value", 0, blocks.count(), KOKKOS_LAMBDA(LocalIndex b) {
        const Offset end = Kokkos::min(elements, (b + 1) * block);
        for (Offset e = b * block; e < end; ++e) to(e) = value;
      });
}

}  // namespace minikrylov
