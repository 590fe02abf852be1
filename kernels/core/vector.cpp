// Vectors: allocation with first touch, copy, fill.
#include "kernels/core/vector.hpp"

#include "kernels/core/arrays.hpp"

namespace minikrylov {
namespace {
/// Large arrays all start at the same offset within a page, so a dozen streams compete for the same sets of the L1
/// cache. Starting ten cache lines apart avoids that (an x86-64 server with fast memory, its model was not noted, 16
/// right-hand sides: kernels over a dozen vectors take 5 to 15 % less time).
constexpr std::size_t elements_apart = 10 * cache_line_bytes / sizeof(double);
constexpr std::size_t different_places = 16;
}  // namespace

Vector make_vector(const std::string& name, LocalIndex rows, LocalIndex ghosts, int width, int place) {
  const auto elements = (static_cast<std::size_t>(rows) + static_cast<std::size_t>(ghosts)) * width;
  const std::size_t begin = elements_apart * (static_cast<std::size_t>(place) % different_places);
  const auto array = allocate<double>(name, begin + elements);
  const Vector x{Kokkos::subview(array, std::make_pair(begin, begin + elements)), rows, width};
  clear_all(x);
  Exec().fence("make_vector");
  return x;
}

void clear_all(const Vector& x) {
  fill(x, 0);
  const auto tail = Kokkos::subview(x.data, std::make_pair(static_cast<std::size_t>(x.elements()), x.data.extent(0)));
  Kokkos::deep_copy(Exec(), tail, 0.0);
}

void copy(const Vector& x, const Vector& y, ProgressHook* progress) {
  const auto from = x.data, to = y.data;
  const RowBlocks blocks = RowBlocks::of(x.rows, x.width);
  const Offset elements = x.elements(), block = Offset{blocks.block_rows} * x.width;
  for_blocks(
      "y = x", 0, blocks.count(),
      KOKKOS_LAMBDA(LocalIndex b) {
        const Offset end = Kokkos::min(elements, (b + 1) * block);
        for (Offset e = b * block; e < end; ++e) to(e) = from(e);
      },
      progress);
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
