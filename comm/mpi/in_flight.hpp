// What happens to messages that are still on their way when the object they belong to ends.
#pragma once
#include <mpi.h>

#include <span>
#include <utility>

#include "comm/message_library.hpp"

namespace minikrylov {

/// Waits for `requests`, so that none outlives its buffers; see Leaving for what happens during an exception.
[[nodiscard]] Leaving wait_on_leaving(std::span<MPI_Request> requests);

/// Keeps `buffers` until the program ends.
template <class T> void abandon(T&& buffers) { static_cast<void>(new T(std::forward<T>(buffers))); }

}  // namespace minikrylov
