// Arrays in the memory of the device, shared by all folders.
#pragma once
#include "device/spaces.hpp"
#include "kernels/core/numbers.hpp"

namespace minikrylov {

/// An array in the memory of Exec.
template <class T> using Array = Kokkos::View<T*, Memory>;

/// The number of host threads that run loops over blocks.
inline LocalIndex host_threads() { return Kokkos::DefaultHostExecutionSpace().concurrency(); }

/// Host memory that the device can write, for the results of sums.
using PinnedMemory = Kokkos::SharedHostPinnedSpace;

}  // namespace minikrylov
