// Waiting for messages in flight on destruction.
#include "comm/mpi/in_flight.hpp"

#include <exception>

#include "comm/runtime/communicator.hpp"

namespace minikrylov {

Leaving wait_on_leaving(std::span<MPI_Request> requests) {
  const int count = static_cast<int>(requests.size());
  if (std::uncaught_exceptions() == 0) {
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
    return Leaving::complete;
  }
  constexpr double patience = 1.0;  // seconds; long for messages, short for users who wait for the error message
  int done = 0;
  for (const double begin = wall_time(); done == 0 && wall_time() - begin < patience;)
    MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE);
  return done != 0 ? Leaving::complete : Leaving::abandoned;
}

}  // namespace minikrylov
