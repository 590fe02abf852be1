// What depends on the processor of a host: how far loops prefetch, what they stream, how much they expect of its
// caches.
#pragma once
#include "kernels/core/numbers.hpp"

namespace minikrylov {

/// Temporal locality of a prefetch, as defined by __builtin_prefetch.
enum Stay { used_once = 0, used_later = 2, used_again = 3 };

/// How far ahead products and sweeps prefetch a matrix, in entries; x, in rows; 0: not at all ahead.
struct Prefetching {
  /// Of values and listed columns, which stream from memory: the hardware prefetcher does not run far enough ahead.
  Offset entries = 512;
  /// The same for blocks, which consume four or nine cache lines per step.
  Offset block_entries = 1440;
  /// The Stay of a prefetch of blocks. With used_once products take twice as long on a Xeon of family 6, model 167,
  /// with 480 MiB of third-level cache (47.7 instead of 22.3 ms per iteration of pcg on elasticity3d at 64³), and as
  /// long on the EPYC named below.
  Offset block_stay = used_again;
  /// Of x with many right-hand sides, into the first level of cache; four times as far into the second.
  Offset rows = 16;
};

/// Choices that change the time of kernels and no bit of their results. The defaults are at most a tenth slower than
/// the best on an AMD EPYC of family 25, model 17 (Zen 4, 2 cores, 1 MiB of second-level cache each, 32 MiB of third),
/// and where they are equally good there, those that were best on x86-64 servers before. `minikrylov tune` prints the
/// table of a machine, `--tune auto` uses it. The number of rows in a block is not among them: sums are added block by
/// block.
struct Tuning {
  Prefetching ahead;
  /// Of fused kernels with several right-hand sides, in elements: their order of access is not what the hardware
  /// prefetcher predicts. (256, the best elsewhere, takes up to 1.9 times as long as 64 on the EPYC.)
  Offset elements_ahead = 64;
  /// Of the same, periods that are processed together, group by group, while vectors are in cache: a group's
  /// coefficients and sums stay in registers, and the vectors in the first level of cache for the next group.
  Offset periods_in_cache = 16;
  /// Likewise, while vectors come from memory: longer jumps from line to line slow it down.
  Offset periods_in_memory = 4;
  /// Vectors with so many bytes per thread are expected in memory, since caches evict them before they are read again;
  /// those that are written are streamed there.
  Offset streamed_bytes = Offset{4} << 20;
  /// The largest window (see window_bytes()) that stays in cache between look-ahead and product.
  Offset look_ahead_bytes = Offset{1} << 20;
  /// The window of a cache block: the layers before and after it, and all that the product streams, are beside it.
  Offset cache_block_bytes = Offset{1} << 19;
};

}  // namespace minikrylov
