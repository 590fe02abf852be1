// The few types that every room shares: where code runs, and where data lives.
#pragma once
#include <Kokkos_Core.hpp>
#include <type_traits>

#include "kernels/core/numbers.hpp"

namespace minikrylov {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

/// Data in the memory of the device that computes.
template <class T> using Array = Kokkos::View<T*, Memory>;

/// True where kernels run on the processor that runs main(): then a block of rows is handed to a thread, not a row.
inline constexpr bool on_host = std::is_same_v<Memory, Kokkos::HostSpace>;

/// Threads of the host, on which loops over blocks run.
inline LocalIndex host_threads() { return Kokkos::DefaultHostExecutionSpace().concurrency(); }

/// Host memory that the device can write: sums are delivered there.
using PinnedMemory = Kokkos::SharedHostPinnedSpace;

}  // namespace minikrylov
