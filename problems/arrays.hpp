// Arrays of assembly.
#pragma once
#include "device/spaces.hpp"
#include "problems/numbers.hpp"

namespace minikrylov {

/// An array in the memory of Exec.
template <class T> using DeviceArray = Kokkos::View<T*, Memory>;

}  // namespace minikrylov
