// Memory of an emulated device: accessible to kernels and deep copies; any other access is a segmentation fault.
#pragma once
#include <Kokkos_Core.hpp>
#include <cstddef>

namespace minikrylov {

/// A memory space of Kokkos in host memory that is locked except during kernels of the default execution space and
/// Kokkos::deep_copy: a host loop over an array, a pointer passed to a library, or a view of it in HostSpace fails as
/// on a GPU, by a segmentation fault or at compile time. Kernels are synchronous, so a missing fence is not detected.
class EmulatedDeviceMemory {
 public:
  using memory_space = EmulatedDeviceMemory;
  using execution_space = Kokkos::DefaultExecutionSpace;
  using device_type = Kokkos::Device<execution_space, memory_space>;
  using size_type = std::size_t;

  static constexpr const char* name() { return "EmulatedDevice"; }

  /// Throws std::bad_alloc. The first call installs Kokkos' profiling callbacks, which report when kernels run.
  [[nodiscard]] void* allocate(std::size_t bytes) const;
  [[nodiscard]] void* allocate(const char* /*label*/, std::size_t bytes, std::size_t /*without_header*/ = 0) const {
    return allocate(bytes);
  }
  template <class Space>
  [[nodiscard]] void* allocate(const Space& /*on*/, const char* /*label*/, std::size_t bytes,
                               std::size_t /*without_header*/ = 0) const {
    return allocate(bytes);
  }
  void deallocate(void* data, std::size_t bytes) const;
  void deallocate(const char* /*label*/, void* data, std::size_t bytes, std::size_t /*without_header*/ = 0) const {
    deallocate(data, bytes);
  }
};

/// Copies bytes from or to the memory of the emulated device.
void copy_unlocked(void* to, const void* from, std::size_t bytes);

/// A deep copy that waits for earlier kernels.
struct EmulatedDeepCopy {
  EmulatedDeepCopy(void* to, const void* from, std::size_t bytes) { copy_unlocked(to, from, bytes); }
  template <class Space> EmulatedDeepCopy(const Space& on, void* to, const void* from, std::size_t bytes) {
    on.fence("copy to or from the emulated device");
    copy_unlocked(to, from, bytes);
  }
};

/// Accessibility between two spaces, as declared to Kokkos.
template <int can_access, int can_assign> struct SpacesMeet {
  enum { assignable = can_assign, accessible = can_access, deepcopy = 1 };
};

}  // namespace minikrylov

// Kokkos uses these templates to decide which space may access which. Host execution spaces use HostSpace, which may
// not access this memory, so the one that plays the device is specialised.
template <>
struct Kokkos::Impl::MemorySpaceAccess<Kokkos::HostSpace, minikrylov::EmulatedDeviceMemory>
    : minikrylov::SpacesMeet<0, 0> {};
template <>
struct Kokkos::Impl::MemorySpaceAccess<minikrylov::EmulatedDeviceMemory, Kokkos::HostSpace>
    : minikrylov::SpacesMeet<0, 0> {};
template <>
struct Kokkos::SpaceAccessibility<Kokkos::DefaultExecutionSpace, minikrylov::EmulatedDeviceMemory>
    : minikrylov::SpacesMeet<1, 0> {
  using space = minikrylov::EmulatedDeviceMemory::device_type;
};
template <class Space>
struct Kokkos::SpaceAccessibility<minikrylov::EmulatedDeviceMemory::device_type, Space>
    : Kokkos::SpaceAccessibility<Kokkos::DefaultExecutionSpace, Space> {};
template <class Space> struct Kokkos::SpaceAccessibility<minikrylov::EmulatedDeviceMemory, Space> {
  enum {
    accessible = Kokkos::SpaceAccessibility<Kokkos::DefaultExecutionSpace, Space>::accessible,
    assignable = Kokkos::Impl::MemorySpaceAccess<minikrylov::EmulatedDeviceMemory, Space>::assignable,
    deepcopy = Kokkos::Impl::MemorySpaceAccess<minikrylov::EmulatedDeviceMemory, Space>::deepcopy
  };
  using space = minikrylov::EmulatedDeviceMemory::device_type;
};

template <class On>
struct Kokkos::Impl::DeepCopy<minikrylov::EmulatedDeviceMemory, minikrylov::EmulatedDeviceMemory, On>
    : minikrylov::EmulatedDeepCopy {
  using minikrylov::EmulatedDeepCopy::EmulatedDeepCopy;
};
template <class On>
struct Kokkos::Impl::DeepCopy<minikrylov::EmulatedDeviceMemory, Kokkos::HostSpace, On> : minikrylov::EmulatedDeepCopy {
  using minikrylov::EmulatedDeepCopy::EmulatedDeepCopy;
};
template <class On>
struct Kokkos::Impl::DeepCopy<Kokkos::HostSpace, minikrylov::EmulatedDeviceMemory, On> : minikrylov::EmulatedDeepCopy {
  using minikrylov::EmulatedDeepCopy::EmulatedDeepCopy;
};

KOKKOS_IMPL_HOST_INACCESSIBLE_SHARED_ALLOCATION_SPECIALIZATION(minikrylov::EmulatedDeviceMemory);
