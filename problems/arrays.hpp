// Execution and memory space of assembly. kernels/ declares the same Exec and Memory, see numbers.hpp.
#pragma once
#include <Kokkos_Core.hpp>

#include "problems/numbers.hpp"

namespace minikrylov {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

/// An array in the memory of Exec.
template <class T> using DeviceArray = Kokkos::View<T*, Memory>;

}  // namespace minikrylov
