// Memory available to a rank.
#pragma once
#include <string>

#include "comm/runtime/communicator.hpp"

namespace minikrylov {

/// Bytes available on this host: the minimum of what /proc/meminfo reports and what remains below the limits of this
/// process's control group; infinity if neither is known. Not collective.
[[nodiscard]] double free_bytes_of_host();

/// The same for a host whose files are below `root` instead of "/".
[[nodiscard]] double free_bytes_of_host(const std::string& root);

/// free_bytes_of_host() divided by `ranks_on_host`, the minimum over all ranks. Collective.
[[nodiscard]] double free_bytes_per_rank(int ranks_on_host, const Communicator& ranks);

}  // namespace minikrylov
