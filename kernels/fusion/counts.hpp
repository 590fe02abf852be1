// The memory traffic of a list of statements: derived from its types, so it cannot disagree with what runs.
#pragma once
#include <bit>

#include "kernels/fusion/statements.hpp"

namespace minikrylov {

struct Counts {
  int reads = 0, writes = 0, flops = 0;  ///< vectors read, vectors written, operations per row and right-hand side
  int fills = 0;                         ///< of those written, vectors not read before
};

/// The traffic of one fused kernel over all statements: values computed by earlier statements are still in registers.
/// Vectors `in_cache` do not count as read.
template <class... S> constexpr Counts merged_counts(Mask in_cache = 0) {
  Mask read = 0, written = 0;
  ((read |= S::reads & ~written, written |= S::writes), ...);
  return {std::popcount(read & ~in_cache), std::popcount(written),
          ((S::terms ? 2 * S::terms - 1 : 2 * S::dots) + ... + 0), std::popcount(written & ~read)};
}

}  // namespace minikrylov
