// Finding regular and mixed chunks, and compacting their columns.
#include "kernels/formats/sell_columns.hpp"

#include "kernels/core/arrays.hpp"
#include "kernels/core/digest.hpp"

namespace minikrylov {
namespace {

/// Whether the columns of C rows from entry e on are consecutive.
KOKKOS_INLINE_FUNCTION bool are_consecutive(const SellArrays& sell, Offset e) {
  for (int lane = 1; lane < sell.chunk; ++lane)
    if (sell.columns(e + lane) != sell.columns(e) + lane) return false;
  return true;
}

/// How many columns are kept of chunk c.
KOKKOS_INLINE_FUNCTION Offset kept_columns(const SellArrays& sell, LocalIndex c) {
  const Offset entries = sell.offsets(c + 1) - sell.offsets(c);
  if (sell.first_rows(c + 1) - sell.first_rows(c) < sell.chunk) return entries;
  Offset kept = entries / sell.chunk;
  for (Offset e = sell.offsets(c); e < sell.offsets(c + 1); e += sell.chunk)
    if (!are_consecutive(sell, e)) kept += sell.chunk;
  return Kokkos::min(kept, entries);
}

/// Fills the columns of one chunk.
struct CompactChunk {
  SellArrays sell;
  SellColumns compact;

  KOKKOS_FUNCTION void operator()(LocalIndex c) const {
    const Offset first = sell.offsets(c), entries = sell.offsets(c + 1) - first, length = entries / sell.chunk;
    const Offset to = compact.begins(c), kept = compact.begins(c + 1) - to;
    if (kept == entries) {
      for (Offset e = 0; e < entries; ++e) compact.columns(to + e) = sell.columns(first + e);
      return;
    }
    Offset list = length;
    for (Offset k = 0; k < length; ++k) {
      const Offset from = first + k * sell.chunk;
      if (are_consecutive(sell, from)) {
        compact.columns(to + k) = sell.columns(from);
        continue;
      }
      compact.columns(to + k) = -static_cast<LocalIndex>(list);
      for (int lane = 0; lane < sell.chunk; ++lane, ++list) compact.columns(to + list) = sell.columns(from + lane);
    }
  }
};

}  // namespace

SellColumns compact_columns(const SellArrays& sell) {
  SellColumns compact;
  compact.begins = begins_of<Offset>(
      "column begins", sell.chunks(), KOKKOS_LAMBDA(LocalIndex c) { return kept_columns(sell, c); });
  Offset count = 0;
  Kokkos::deep_copy(count, Kokkos::subview(compact.begins, sell.chunks()));
  compact.columns = allocate<LocalIndex>("columns", count);
  Kokkos::parallel_for(
      "compact columns",
      Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(0, sell.chunks()),
      CompactChunk{sell, compact});
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
