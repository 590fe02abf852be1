// Messages still in flight when their owner is destroyed.
#pragma once
#include <mpi.h>

#include <span>
#include <utility>

#include "comm/runtime/message_library.hpp"

namespace minikrylov {

/// Waits for `requests`, so that none outlives its buffers; see Leaving for the case of an exception.
[[nodiscard]] Leaving wait_on_leaving(std::span<MPI_Request> requests);

/// Leaks `buffers` on purpose, for messages that may still arrive.
template <class T> void abandon(T&& buffers) { static_cast<void>(new T(std::forward<T>(buffers))); }

}  // namespace minikrylov
