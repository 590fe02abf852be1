// What the user asks of Kokkos and OpenMP, checked before these see it.
#pragma once
#include <string>
#include <vector>

namespace minikrylov {

/// Complaints about environment variables (KOKKOS_…, OMP_NUM_THREADS, OMP_THREAD_LIMIT) and arguments (--kokkos-…);
/// Kokkos and OpenMP abort on invalid ones. Empty if there are none. Not collective.
[[nodiscard]] std::vector<std::string> complaints_about_libraries(int argc, const char* const* argv);

}  // namespace minikrylov
