// Checks sums over ranks.
#pragma once
#include <string_view>

#include "comm/runtime/communicator.hpp"
#include "miniapp/accept/record.hpp"

namespace minikrylov {

/// Whether MPI_Iallreduce may be used.
enum class NonblockingSums { trusted, wrong };

/// Sums lists of 1 to 160 integers per rank, as in solves and set-up. These sums are exact in any order, and each rank
/// computes the expected result locally, without messages. Non-blocking sums are skipped if `nonblocking` says that
/// they are wrong, since nothing uses them then. Collective.
[[nodiscard]] CheckRow check_sums(std::string_view when, NonblockingSums nonblocking, const Communicator& ranks);

}  // namespace minikrylov
