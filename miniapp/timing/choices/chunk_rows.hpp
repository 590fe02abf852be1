// The chunk size of dynamic overlap, chosen by measurement.
#pragma once
#include "comm/runtime/communicator.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// The smallest number of rows per chunk for which the time of a product with `width` vectors, on the slowest rank, is
/// within 3 % of the minimum; small chunks balance the load best. Tries powers of two times a row block, as long as
/// each thread of some rank gets a chunk. The same on all ranks. Collective.
[[nodiscard]] LocalIndex fastest_chunk_rows(const System& system, Overlap mode, int width, const Communicator& ranks);

}  // namespace minikrylov
