// Parameters that depend on a host's processor: prefetch distances, streaming stores, expected cache sizes.
#pragma once
#include "kernels/core/numbers.hpp"

namespace minikrylov {

/// Temporal locality of a prefetch, as defined by __builtin_prefetch.
enum Stay { used_once = 0, used_later = 2, used_again = 3 };

/// How far ahead products and substitutions prefetch: the matrix, in entries, and x, in rows; 0: no prefetch.
struct Prefetching {
  /// For values and listed columns, which stream from memory: the hardware prefetcher does not run far enough ahead.
  Offset entries = 512;
  /// The same for blocks, which consume four or nine cache lines per step.
  Offset block_entries = 1440;
  /// The Stay of a prefetch of blocks. With used_once products take twice as long on a Xeon of family 6, model 167,
  /// with 480 MiB of third-level cache (47.7 instead of 22.3 ms per iteration of pcg on elasticity3d at 64³), and as
  /// long on the EPYC named below.
  Offset block_stay = used_again;
  /// For x with many right-hand sides, four times as far into the second-level cache; 16 times as far with one, coded.
  Offset rows = 16;
};

/// The room that products have for what they compute at a time.
inline constexpr Offset most_together_elements = 16384;

/// Parameters that change the time of kernels, but no bit of their results. The defaults are at most a tenth slower
/// than the best on an AMD EPYC of family 25, model 17 (Zen 4, 2 cores with 1 MiB of second-level cache each, 32 MiB of
/// third-level cache), where cache_block_bytes was twice as large, and, within the noise of 2 %, on one of family 26,
/// model 2 (Zen 5, caches alike); where several are equally good, the one that had been best on other x86-64 servers.
/// `minikrylov tune` prints the table of a machine, `--tune auto` uses it. The number of rows in a block is not a
/// parameter, since the rounding of sums depends on it.
struct Tuning {
  Prefetching ahead;
  /// For fused kernels with several right-hand sides, in elements: the hardware prefetcher does not predict their order
  /// of access. (256, the best elsewhere, takes up to 1.9 times as long as 64 on the EPYC.)
  Offset elements_ahead = 64;
  /// For the vectors that fused kernels fill without reading them, if they go into the caches, in elements: hardware
  /// does not prefetch the lines of stores as it does those of loads, and a store waits for a line that no cache has.
  /// 0: no prefetch. (An update in place that fills a second vector takes 0.72 of the time on a Xeon of family 6,
  /// model 207; 64 to 1024 are equally good there.)
  Offset filled_elements_ahead = 128;
  /// For kernels with several right-hand sides and vectors in cache: periods that are processed together, group by
  /// group. A group's coefficients and sums stay in registers, and the vectors in the first-level cache for the next
  /// group.
  Offset periods_in_cache = 16;
  /// Likewise with vectors in memory: larger strides between cache lines are slower.
  Offset periods_in_memory = 4;
  /// For the columns of panels in memory, in elements: the hardware prefetcher does not follow so many at a time. 0: no
  /// prefetch. (With it, and streaming what they write, combinations of 9 and 17 columns take 0.76 and 0.57 of the time
  /// on an EPYC of family 25, model 1.)
  Offset panel_elements_ahead = 64;
  /// Vectors of at least this many bytes per thread are assumed to be in memory, since caches evict them before they
  /// are read again; they are written with streaming stores where there are any (can_stream).
  Offset streamed_bytes = Offset{4} << 20;
  /// The same for what leaves straight from registers: the result of a product with one right-hand side, and
  /// combinations of the columns of its panels.
  Offset streamed_bytes_of_one = Offset{4} << 20;
  /// The largest window (see window_bytes()) that stays in cache between look-ahead and product.
  Offset look_ahead_bytes = Offset{1} << 20;
  /// Elements of y that a product computes at a time, up to most_together_elements, before the task fused to it reads
  /// them: in between, memory waits for a thread that looks up where the next rows begin. (Tiles of 1024 take up to a
  /// quarter longer where memory is fast, 60 GB/s for two cores of the Zen 4; 2048 to 32768 differ by 10 % there.)
  Offset together_elements = 8192;
  /// The window of a cache block; the caches also hold the adjacent layers and what the product streams. (512 KiB takes
  /// up to 1.3 times as long on Zen 5.)
  Offset cache_block_bytes = Offset{1} << 18;
};

}  // namespace minikrylov
