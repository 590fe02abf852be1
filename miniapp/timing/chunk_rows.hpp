// The chunk size of dynamic overlap, found by measurement.
#pragma once
#include "comm/communicator.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// The rows a chunk with which a product with `width` vectors takes least time, by the slowest rank; of those that are
/// as fast to 3 %, the fewest, since small chunks wait for nobody. Tries powers of two times a row block, as long as
/// each thread of some rank gets a chunk. The same on all ranks. Collective.
[[nodiscard]] LocalIndex fastest_chunk_rows(const System& system, int width, const Communicator& ranks);

}  // namespace minikrylov
