// Numbers of threads that users ask for, before the libraries that take them.
#pragma once
#include <string>
#include <vector>

namespace minikrylov {

/// What speaks against the environment (OMP_NUM_THREADS, OMP_THREAD_LIMIT, KOKKOS_NUM_THREADS, KOKKOS_DEVICE_ID) and
/// the words --kokkos-num-threads=N and --kokkos-device-id=N: Kokkos and OpenMP abort where they make no sense. Empty
/// if nothing does. Not collective.
[[nodiscard]] std::vector<std::string> complaints_about_threads(int argc, const char* const* argv);

}  // namespace minikrylov
