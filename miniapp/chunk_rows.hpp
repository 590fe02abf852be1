// The chunk size of dynamic overlap, found by measurement.
#pragma once
#include "comm/communicator.hpp"
#include "miniapp/system.hpp"

namespace minikrylov {

/// The rows a chunk with which a product with `width` vectors takes least time, by the slowest rank; the same on all
/// ranks. Tries powers of two times a row block, as long as each thread of some rank gets a chunk. Collective.
[[nodiscard]] LocalIndex fastest_chunk_rows(const System& system, int width, const Communicator& ranks);

}  // namespace minikrylov
