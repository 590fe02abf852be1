// The pattern put.
#pragma once
#include <mpi.h>

#include <memory>

#include "comm/halo/pattern.hpp"

namespace minikrylov {

/// Collective over all ranks; null on those that are no members (MPI_COMM_NULL). Puts once to find out whether what is
/// put arrives: if not, or if the library has no windows, throws a SetupError on all ranks.
[[nodiscard]] std::unique_ptr<Pattern> make_put(std::size_t bytes, MPI_Comm members, const Communicator& ranks);

}  // namespace minikrylov
