// How much memory a rank may still take.
#pragma once
#include <string>

#include "comm/communicator.hpp"

namespace minikrylov {

/// Bytes that this host can still give away: what /proc/meminfo calls available, or what the limit of this process's
/// control group leaves, whichever is less; infinity where neither is known. Not collective.
[[nodiscard]] double free_bytes_of_host();

/// The same for a host whose files stand under `root` instead of "/".
[[nodiscard]] double free_bytes_of_host(const std::string& root);

/// free_bytes_of_host() shared among `ranks_on_host`, the least over all ranks. Collective.
[[nodiscard]] double free_bytes_per_rank(int ranks_on_host, const Communicator& ranks);

}  // namespace minikrylov
