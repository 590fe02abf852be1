// The spaces of a real machine: a host, or a host with a GPU.
#pragma once
#include <Kokkos_Core.hpp>

namespace minikrylov {

/// See spaces.hpp.
struct DeviceSpaces {
  using Memory = Kokkos::DefaultExecutionSpace::memory_space;
  using HostExec = Kokkos::DefaultHostExecutionSpace;
  static constexpr bool emulated = false;

  static Kokkos::DefaultExecutionSpace independent_instance() {
    return Kokkos::Experimental::partition_space(Kokkos::DefaultExecutionSpace(), 1, 1)[0];
  }
};

}  // namespace minikrylov
