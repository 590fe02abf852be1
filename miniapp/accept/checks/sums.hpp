// Are sums over ranks right?
#pragma once
#include <string_view>

#include "comm/runtime/communicator.hpp"
#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// Whether MPI_Iallreduce may be used.
enum class NonblockingSums { trusted, wrong };

/// Sums of 1 to 160 whole numbers per rank, as solves and set-up need them. They are exact in any order, and each rank
/// works them out by itself: nothing here trusts a message. Where `nonblocking` are wrong anyway, nobody uses them and
/// they are left out. Collective.
[[nodiscard]] CheckRow check_sums(std::string_view when, NonblockingSums nonblocking, const Communicator& ranks);

}  // namespace minikrylov
