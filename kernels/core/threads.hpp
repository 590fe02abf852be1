// Loops over the threads of a host, and how these share work.
#pragma once
#include <algorithm>

#include "kernels/core/caches.hpp"
#include "kernels/core/function_ref.hpp"
#include "kernels/core/progress_hook.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {

/// The first item of a thread's contiguous share of `count` items; the previous thread's share ends there.
inline LocalIndex share_begin(LocalIndex count, LocalIndex thread, LocalIndex threads) {
  return count / threads * thread + std::min(thread, count % threads);
}

/// Runs item(t) once on each thread t of a host. Streaming stores are visible when the loop ends.
void for_each_thread(const char* label, FunctionRef<void(LocalIndex)> item);

/// Runs body(i) for first … last-1 on a host; each thread runs a contiguous share. Polls `progress` unless it is null.
template <class Body>
void for_shares(const char* label, LocalIndex first, LocalIndex last, const Body& body,
                ProgressHook* progress = nullptr) {
  ProgressHook* const polled = ProgressHook::of_loop(progress, last - first);
  const LocalIndex threads = host_threads();
  for_each_thread(label, [&](LocalIndex thread) {
    // A thread's stores cannot alias its own copy, so the compiler keeps the members in registers.
    const Body own = body;  // NOLINT(performance-unnecessary-copy-initialization)
    const LocalIndex end = first + share_begin(last - first, thread + 1, threads);
    for (LocalIndex i = first + share_begin(last - first, thread, threads); i < end; ++i) {
      own(i);
      if (polled != nullptr) polled->after_block();
    }
  });
}

/// Runs body(i) for first … last-1 in Exec: on a host by for_shares(), which is also how data is first touched; on a
/// device with one call per thread and no polling.
template <class Body>
void for_blocks(const char* label, LocalIndex first, LocalIndex last, const Body& body,
                ProgressHook* progress = nullptr) {
  if constexpr (on_host)
    for_shares(label, first, last, body, progress);
  else
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(first, last), body);
}

}  // namespace minikrylov
