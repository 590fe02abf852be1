// The spaces of a device that is emulated on a host.
#pragma once
#include "device/emulated/memory.hpp"

namespace minikrylov {

/// See spaces.hpp.
struct DeviceSpaces {
  using Memory = EmulatedDeviceMemory;
  using HostExec = Kokkos::Serial;  ///< different from that of kernels, so that the two can be distinguished
  static constexpr bool emulated = true;

  /// Kernels on a host run one after the other anyway.
  static Kokkos::DefaultExecutionSpace independent_instance() { return {}; }
};

}  // namespace minikrylov
