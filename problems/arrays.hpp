// Where problems are assembled, and in which memory. Exec and Memory are named alike in the room `kernels`, see
// numbers.hpp.
#pragma once
#include <Kokkos_Core.hpp>

#include "problems/numbers.hpp"

namespace minikrylov {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

/// Data in the memory of the device that computes.
template <class T> using DeviceArray = Kokkos::View<T*, Memory>;

}  // namespace minikrylov
