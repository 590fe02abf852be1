// Loops over rows that touch memory first by the threads that use it later.
#pragma once
#include <algorithm>
#include <type_traits>

#include "problems/arrays.hpp"

namespace minikrylov {

/// Rows that a thread of a host takes together: a share begins at a multiple of this, as do those of vectors and
/// products (RowBlocks::of(rows, 1) of the room `kernels`; a test holds the two together).
inline constexpr LocalIndex rows_taken_together = 1024;

/// The first row of a thread's contiguous share of `rows`, where that of the thread before it ends.
[[nodiscard]] inline LocalIndex first_row_of(LocalIndex thread, LocalIndex threads, LocalIndex rows) {
  const LocalIndex blocks = (rows + rows_taken_together - 1) / rows_taken_together;
  const LocalIndex block = blocks / threads * thread + std::min(thread, blocks % threads);
  return std::min(rows, block * rows_taken_together);
}

/// Runs `body(row)` for all rows: on a host each thread its share, in order.
template <class Body> void for_rows(const char* label, LocalIndex rows, const Body& body) {
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
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
