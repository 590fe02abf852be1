// Finding regular chunks, and compacting their columns.
#include "kernels/formats/sell_columns.hpp"

#include "kernels/core/arrays.hpp"
#include "kernels/core/digest.hpp"

namespace minikrylov {
namespace {

/// Whether the k-th columns of the rows of chunk c are consecutive for every k.
KOKKOS_INLINE_FUNCTION bool is_regular(const SellArrays& sell, LocalIndex c) {
  for (Offset e = sell.offsets(c); e < sell.offsets(c + 1); e += sell.chunk)
    for (int lane = 1; lane < sell.chunk; ++lane)
      if (sell.columns(e + lane) != sell.columns(e) + lane) return false;
  return true;
}

}  // namespace

SellColumns compact_columns(const SellArrays& sell) {
  SellColumns compact;
  compact.begins = begins_of<Offset>(
      "column begins", sell.chunks(), KOKKOS_LAMBDA(LocalIndex c) {
        const Offset entries = sell.offsets(c + 1) - sell.offsets(c);
        return is_regular(sell, c) ? entries / sell.chunk : entries;
      });
  Offset count = 0;
  Kokkos::deep_copy(count, Kokkos::subview(compact.begins, sell.chunks()));
  compact.columns = allocate<LocalIndex>("columns", count);
  const auto begins = compact.begins;
  const auto columns = compact.columns;
  Kokkos::parallel_for(
      "compact columns",
      Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(0, sell.chunks()),
      KOKKOS_LAMBDA(LocalIndex c) {
        const Offset kept = begins(c + 1) - begins(c), entries = sell.offsets(c + 1) - sell.offsets(c);
        const Offset step = kept == entries ? 1 : sell.chunk;
        for (Offset k = 0; k < kept; ++k) columns(begins(c) + k) = sell.columns(sell.offsets(c) + k * step);
      });
  Exec().fence("compact_columns");
  return compact;
}

Offset allocated_bytes_of(const SellArrays& sell, const SellColumns& columns) {
  return static_cast<Offset>(sizeof(double) * sell.values.size() +
                             sizeof(Offset) * (sell.offsets.size() + columns.begins.size()) +
                             sizeof(LocalIndex) * (sell.columns.size() + columns.columns.size() +
                                                   sell.first_rows.size() + sell.group_chunks.size()));
}

std::uint64_t digest_of(const SellArrays& sell, const SellColumns& columns) {
  Digest digest;
  digest.add_all(sell.values);
  digest.add_all(sell.offsets);
  digest.add_all(sell.columns);
  digest.add_all(sell.first_rows);
  digest.add_all(sell.group_chunks);
  digest.add_all(columns.begins);
  digest.add_all(columns.columns);
  return digest.value();
}

}  // namespace minikrylov
