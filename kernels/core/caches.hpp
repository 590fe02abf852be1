// What a host's core tells its caches: what it will read soon, and what it writes and will not read again soon.
#pragma once
#include <algorithm>
#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "kernels/core/numbers.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {

/// Bytes that the caches of the target move at once: Fujitsu's A64FX Microarchitecture Manual has 256, IBM's POWER
/// processor user manuals have 128, x86-64 and most Arm cores have 64.
#if defined(KOKKOS_ARCH_A64FX)
inline constexpr int cache_line_bytes = 256;
#elif defined(__powerpc64__)
inline constexpr int cache_line_bytes = 128;
#else
inline constexpr int cache_line_bytes = 64;
#endif

/// How long what is asked for is to stay in the caches, as __builtin_prefetch has it.
enum Stay { used_once = 0, used_later = 2, used_again = 3 };

/// Asks for the cache lines of `count` elements; the address need not exist.
template <int count, Stay stay = used_again, class T> inline void prefetch(const T* from) {
  constexpr int line = cache_line_bytes / static_cast<int>(sizeof(T));
  for (int k = 0; k < count; k += line) __builtin_prefetch(from + k, 0, stay);
}

/// How a kernel stores a vector that it has not read.
enum class Stores {
  cached,    ///< where the caches keep it for the next kernel
  streamed,  ///< past the caches, which are too small for it
};

/// A vector of so many bytes per thread has left the caches before the next kernel reads it (those of current servers
/// have 1 to 4 MiB per core).
inline constexpr Offset streamed_bytes = Offset{8} << 20;

/// The better way for vectors of so many rows and right-hand sides. One right-hand side gains nothing: what a product
/// writes is then a small part of what it moves (measured on x86-64: bicgstab 5 % slower).
inline Stores stores_of(LocalIndex rows, int width) {
  const Offset bytes = Offset{rows} * width * Offset{sizeof(double)};
  return width > 1 && bytes >= streamed_bytes * host_threads() ? Stores::streamed : Stores::cached;
}

/// to[0 … count-1] ← from. On x86-64 past the caches: the lines of `to` are not fetched first, a third of what a store
/// moves otherwise. Elsewhere a copy. Other threads see it after finish_streaming().
inline void stream(const double* from, Offset count, double* to) {
#ifdef __SSE2__
  const Offset aligned = std::min<Offset>(count, reinterpret_cast<std::uintptr_t>(to) / sizeof(double) % 2);
  for (Offset e = 0; e < aligned; ++e) to[e] = from[e];
  Offset e = aligned;
  for (; e + 2 <= count; e += 2) _mm_stream_pd(to + e, _mm_loadu_pd(from + e));
  for (; e < count; ++e) to[e] = from[e];
#else
  std::copy_n(from, count, to);
#endif
}

/// Orders what this thread has streamed before whatever it stores next.
inline void finish_streaming() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

}  // namespace minikrylov
