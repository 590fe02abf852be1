// Bandwidths and cache blocking.
#include "kernels/schedule/loop_order.hpp"

#include <tuple>

namespace minikrylov {

LocalIndex find_bandwidth(const CrsArrays& matrix) {
  const CrsArrays a = matrix;
  LocalIndex bandwidth = 0;
  Kokkos::parallel_reduce(
      "bandwidth", Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, a.rows),
      KOKKOS_LAMBDA(LocalIndex row, LocalIndex & widest) {
        for (Offset e = a.offsets(row); e < a.offsets(row + 1); ++e)
          if (a.columns(e) < a.rows) widest = Kokkos::max(widest, Kokkos::abs(a.columns(e) - row));
      },
      Kokkos::Max<LocalIndex>(bandwidth));
  return bandwidth;
}

Offset window_bytes(LocalIndex bandwidth, int width) { return Offset{bandwidth} * width * Offset{sizeof(double)}; }

CacheBlocking CacheBlocking::of(LocalIndex rows, LocalIndex bandwidth, int width, Offset block_bytes) {
  const Offset parts = (window_bytes(bandwidth, width) - 1) / block_bytes + 1;
  if (!on_host || parts <= 1 || bandwidth >= rows) return {};
  return {bandwidth, static_cast<LocalIndex>((bandwidth + parts - 1) / parts)};
}

bool CacheBlocking::precedes(LocalIndex a, LocalIndex b) const {
  const auto place = [this](LocalIndex row) { return std::tuple(row % bandwidth / part_rows, row / bandwidth, row); };
  return place(a) < place(b);
}

}  // namespace minikrylov
