// Where kernels run, and in which memory: the only place that knows whether the device is real or emulated.
#pragma once
#include <Kokkos_Core.hpp>
#include <type_traits>

#ifdef MINIKRYLOV_DEVICE_ON_HOST  // a CMake option
#include "device/emulated/spaces.hpp"
#else
#include "device/native_spaces.hpp"
#endif

namespace minikrylov {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = DeviceSpaces::Memory;

/// Runs loops on the host, which must not access device memory.
using HostExec = DeviceSpaces::HostExec;

/// True if kernels run on the processor that runs main(): then threads take row blocks instead of single rows.
inline constexpr bool on_host = std::is_same_v<Memory, Kokkos::HostSpace>;

/// True if a host emulates the device, to test its code; measurements are then meaningless.
inline constexpr bool device_is_emulated = DeviceSpaces::emulated;

/// An instance of the execution space whose kernels need not wait for those of the default one.
inline Exec independent_instance() { return DeviceSpaces::independent_instance(); }

}  // namespace minikrylov
