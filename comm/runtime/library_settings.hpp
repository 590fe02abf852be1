// What the user asks of Kokkos and OpenMP, checked before these see it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace minikrylov {

/// Complaints about environment variables (KOKKOS_…, OMP_NUM_THREADS, OMP_THREAD_LIMIT, OMP_MAX_ACTIVE_LEVELS,
/// OMP_DYNAMIC, OMP_STACKSIZE) and arguments (--kokkos-…): with invalid ones, Kokkos and OpenMP abort, or start other
/// threads than are counted on. Empty if there are none. Not collective.
[[nodiscard]] std::vector<std::string> complaints_about_libraries(int argc, const char* const* argv);

/// The option whose value must be known before threads start.
inline constexpr std::string_view reserve_flag = "--reserve-cores";
inline constexpr int most_reserved_cores = 1'000'000;

/// Its value, 0 if it is not given or invalid. It stays in argv, where the option is read again.
[[nodiscard]] int cores_to_reserve(int argc, const char* const* argv);

/// Complaints about that value: as many cores as there are threads or more, Kokkos' own number of threads beside it, or
/// a build without OpenMP threads. Empty if there are none. Not collective.
[[nodiscard]] std::vector<std::string> complaints_about_reserved_cores(int argc, const char* const* argv);

/// Threads that a rank would start: what OMP_NUM_THREADS says, or as many as it may use hardware threads.
[[nodiscard]] int usual_threads();

}  // namespace minikrylov
