// Shares and strips.
#include "kernels/schedule/loop_order.hpp"

#include <algorithm>
#include <numeric>
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

std::vector<LocalIndex> share_ends(LocalIndex blocks) {
  const LocalIndex threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  std::vector<LocalIndex> ends;
  for (LocalIndex t = 0; t < threads; ++t) ends.push_back(share_begin(blocks, t + 1, threads));
  return ends;
}

std::vector<LocalIndex> cache_blocked_order(const RowBlocks& blocks, LocalIndex bandwidth, int width) {
  const Offset tiles = (window_bytes(bandwidth, width) + cache_block_bytes - 1) / cache_block_bytes;
  if (!on_host || tiles <= 1 || bandwidth >= blocks.rows) return {};
  const Offset tile_rows = (bandwidth + tiles - 1) / tiles;
  const auto place = [&](LocalIndex block) {
    const LocalIndex row = blocks.begin(block);
    return std::tuple(row % bandwidth / tile_rows, row / bandwidth, row);
  };
  std::vector<LocalIndex> order(blocks.count());
  std::iota(order.begin(), order.end(), 0);
  LocalIndex first = 0;
  for (const LocalIndex end : share_ends(blocks.count())) {
    std::sort(order.begin() + first, order.begin() + end, [&](auto a, auto b) { return place(a) < place(b); });
    first = end;
  }
  return order;
}

}  // namespace minikrylov
