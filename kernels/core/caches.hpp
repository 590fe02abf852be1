// Cache hints on a host: prefetches and streaming stores.
#pragma once
#include <algorithm>
#include <cstdint>
#if defined(__SSE2__) && !defined(__CUDACC__) && !defined(__HIPCC__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "kernels/core/tuning.hpp"
#include "kernels/core/types.hpp"

/// For host functions of inner loops: compilers otherwise call them where a loop has many entries.
#define MINIKRYLOV_ALWAYS_INLINE inline __attribute__((always_inline))
/// For what many callers share and a loop calls rarely: compilers otherwise copy it into each.
#define MINIKRYLOV_NEVER_INLINE __attribute__((noinline))

namespace minikrylov {

/// The cache line of the target: 256 bytes by Fujitsu's A64FX Microarchitecture Manual, 128 by IBM's POWER processor
/// user manuals, 64 on x86-64 and most Arm cores.
#if defined(KOKKOS_ARCH_A64FX) || (defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS == 512)
inline constexpr int cache_line_bytes = 256;
#elif defined(__powerpc64__)
inline constexpr int cache_line_bytes = 128;
#else
inline constexpr int cache_line_bytes = 64;
#endif

/// Prefetches the cache lines of `count` elements; the address need not be valid. It and all functions that do nothing
/// else must be inlined: GCC takes those for functions without effects and drops calls of them.
template <int count, Stay stay = used_again, class T> MINIKRYLOV_ALWAYS_INLINE void prefetch(const T* from) {
  constexpr int line = cache_line_bytes / static_cast<int>(sizeof(T));
  for (int k = 0; k < count; k += line) __builtin_prefetch(from + k, 0, stay);
}

/// The same for what follows in memory, `doubles` times as many bytes later as a double has, whatever T is.
template <int count, class T> MINIKRYLOV_ALWAYS_INLINE void prefetch_ahead(const T* from, Offset doubles) {
  prefetch<count>(from + doubles * Offset{sizeof(double)} / Offset{sizeof(T)});
}

/// How a kernel stores a vector that it does not read.
enum class Stores {
  cached,    ///< into the caches, for the next kernel
  streamed,  ///< past the caches, if these are too small for it
};

/// Whether the target has stores past the caches. On Arm `dc zva` could spare the fetch of a line that is about to be
/// written, but only for whole, aligned lines, and no processor was at hand to measure it: ordinary stores are left to
/// the compiler, and nothing is copied for their sake.
#ifdef __SSE2__
inline constexpr bool can_stream = true;
#else
inline constexpr bool can_stream = false;
#endif

/// The bytes of a vector of which each thread has its part.
inline Offset bytes_per_thread(LocalIndex rows, int width) {
  return Offset{rows} * width * Offset{sizeof(double)} / host_threads();
}

/// Whether a vector is in memory, since caches evict it before it is read again.
inline bool exceeds_caches(LocalIndex rows, int width, const Tuning& tuning) {
  return bytes_per_thread(rows, width) >= tuning.streamed_bytes;
}

/// The faster kind of store for a vector, which may differ for the result of a product with one right-hand side.
inline Stores stores_of(LocalIndex rows, int width, const Tuning& tuning = {}) {
  const Offset least = width == 1 ? tuning.streamed_bytes_of_one : tuning.streamed_bytes;
  return can_stream && bytes_per_thread(rows, width) >= least ? Stores::streamed : Stores::cached;
}

/// to[0 … count-1] ← from. On x86-64 by non-temporal stores, which do not fetch the cache lines of `to` first and so
/// save a third of a copy's traffic; elsewhere an ordinary copy. Visible to other threads after finish_streaming().
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

/// The same for a vector register at an address that is a multiple of its size.
template <class V> MINIKRYLOV_ALWAYS_INLINE void stream_register(const V& value, double* to) {
#if defined(__AVX512F__) && !defined(__CUDACC__) && !defined(__HIPCC__)
  if constexpr (sizeof(V) == sizeof(__m512d)) return _mm512_stream_pd(to, value);
#endif
#if defined(__AVX__) && !defined(__CUDACC__) && !defined(__HIPCC__)
  if constexpr (sizeof(V) == sizeof(__m256d)) return _mm256_stream_pd(to, value);
#endif
#ifdef __SSE2__
  if constexpr (sizeof(V) == sizeof(__m128d)) return _mm_stream_pd(to, value);
#endif
  *reinterpret_cast<V*>(to) = value;
}

/// Orders this thread's streaming stores before its later stores.
inline void finish_streaming() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

}  // namespace minikrylov
