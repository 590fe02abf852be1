// Execution and memory spaces shared by all folders.
#pragma once
#include <Kokkos_Core.hpp>
#include <type_traits>

#include "kernels/core/numbers.hpp"

namespace minikrylov {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

/// An array in the memory of Exec.
template <class T> using Array = Kokkos::View<T*, Memory>;

/// True if kernels run on the processor that runs main(): then threads take row blocks instead of single rows.
inline constexpr bool on_host = std::is_same_v<Memory, Kokkos::HostSpace>;

/// The number of host threads that run loops over blocks.
inline LocalIndex host_threads() { return Kokkos::DefaultHostExecutionSpace().concurrency(); }

/// Host memory that the device can write, for the results of sums.
using PinnedMemory = Kokkos::SharedHostPinnedSpace;

}  // namespace minikrylov
