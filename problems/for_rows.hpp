// Loops over rows in which the threads that use the memory later touch it first.
#pragma once
#include <algorithm>

#include "problems/arrays.hpp"

namespace minikrylov {

/// A host thread's share begins at a multiple of this many rows, as do the shares of vectors and products
/// (RowBlocks::of(rows, 1) in kernels/; a test compares the two).
inline constexpr LocalIndex rows_taken_together = 1024;

/// The first row of a thread's contiguous share of `rows`; the previous thread's share ends there.
[[nodiscard]] inline LocalIndex first_row_of(LocalIndex thread, LocalIndex threads, LocalIndex rows) {
  const LocalIndex blocks = (rows + rows_taken_together - 1) / rows_taken_together;
  const LocalIndex block = blocks / threads * thread + std::min(thread, blocks % threads);
  return std::min(rows, block * rows_taken_together);
}

/// Runs `body(row)` for all rows; on a host each thread runs its share, in order.
template <class Body> void for_rows(const char* label, LocalIndex rows, const Body& body) {
  if constexpr (on_host) {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>;
    const LocalIndex threads = Exec().concurrency();
    Kokkos::parallel_for(label, Policy(0, threads, Kokkos::ChunkSize(1)), [=](LocalIndex thread) {
      const LocalIndex end = first_row_of(thread + 1, threads, rows);
      for (LocalIndex row = first_row_of(thread, threads, rows); row < end; ++row) body(row);
    });
  } else {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, rows), body);
  }
}

}  // namespace minikrylov
