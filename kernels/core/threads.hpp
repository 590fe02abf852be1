// The threads of a host: how many there are, how they share work, and the loop in which they do so.
#pragma once
#include <algorithm>

#include "kernels/core/caches.hpp"
#include "kernels/core/progress_hook.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Where a thread's contiguous share of `count` items begins, and that of the thread before it ends.
inline LocalIndex share_begin(LocalIndex count, LocalIndex thread, LocalIndex threads) {
  return count / threads * thread + std::min(thread, count % threads);
}

/// item(t) once for each thread t of a host, by that thread. What it has streamed is visible when the loop ends.
template <class Item> void for_each_thread(const char* label, const Item& item) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>;
  const auto then_finish = [&item](LocalIndex thread) {
    item(thread);
    finish_streaming();
  };
  Kokkos::parallel_for(label, Policy(0, host_threads(), Kokkos::ChunkSize(1)), then_finish);
}

/// body(i) for first … last-1 on a host, each thread a contiguous share; `progress` is polled meanwhile (null:
/// nothing).
template <class Body>
void for_shares(const char* label, LocalIndex first, LocalIndex last, const Body& body,
                ProgressHook* progress = nullptr) {
  ProgressHook* const polled = ProgressHook::of_loop(progress, last - first);
  const LocalIndex threads = host_threads();
  for_each_thread(label, [&](LocalIndex thread) {
    // What a thread stores cannot change its own copy, so the members stay in registers.
    const Body own = body;  // NOLINT(performance-unnecessary-copy-initialization)
    const LocalIndex end = first + share_begin(last - first, thread + 1, threads);
    for (LocalIndex i = first + share_begin(last - first, thread, threads); i < end; ++i) {
      own(i);
      if (polled != nullptr) polled->after_block();
    }
  });
}

/// body(i) for first … last-1 where kernels run: on a host as for_shares() does it, which is also how data is first
/// touched; on a device, where nothing is polled, one call per thread.
template <class Body>
void for_blocks(const char* label, LocalIndex first, LocalIndex last, const Body& body,
                ProgressHook* progress = nullptr) {
  if constexpr (on_host)
    for_shares(label, first, last, body, progress);
  else
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(first, last), body);
}

}  // namespace minikrylov
