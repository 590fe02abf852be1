// Bandwidths and cache blocking.
#include "kernels/schedule/loop_order.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

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

LocalIndex find_layer(const CrsArrays& matrix) {
  std::vector<LocalIndex> above{0};  // columns of the row in the middle, relative to it
  if (on_host && matrix.rows > 0) {
    // A row without neighbours at an end of its line would shift the centre: one of the longest nearby is taken.
    constexpr LocalIndex nearby = 4096;
    LocalIndex row = matrix.rows / 2;
    const auto length = [&](LocalIndex i) { return matrix.offsets(i + 1) - matrix.offsets(i); };
    for (LocalIndex i = row; i < std::min(matrix.rows, row + nearby); ++i)
      if (length(i) > length(row)) row = i;
    for (Offset e = matrix.offsets(row); e < matrix.offsets(row + 1); ++e)
      if (matrix.columns(e) > row && matrix.columns(e) < matrix.rows) above.push_back(matrix.columns(e) - row);
  }
  std::sort(above.begin(), above.end());
  const auto gap_after = [&](std::size_t i) { return above[i + 1] - above[i]; };
  LocalIndex widest = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i + 1 < above.size(); ++i)
    if (gap_after(i) > widest) {
      widest = gap_after(i);
      first = i + 1;
    }
  std::size_t last = first;
  while (last + 1 < above.size() && 2 * gap_after(last) < widest) ++last;
  return (above[first] + above[last]) / 2;
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
