// Thread counts requested by the user, checked before Kokkos and OpenMP see them.
#pragma once
#include <string>
#include <vector>

namespace minikrylov {

/// Complaints about the environment (OMP_NUM_THREADS, OMP_THREAD_LIMIT, KOKKOS_NUM_THREADS, KOKKOS_DEVICE_ID) and the
/// arguments --kokkos-num-threads=N and --kokkos-device-id=N; Kokkos and OpenMP abort on invalid ones. Empty if there
/// are none. Not collective.
[[nodiscard]] std::vector<std::string> complaints_about_threads(int argc, const char* const* argv);

}  // namespace minikrylov
