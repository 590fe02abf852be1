// Kernels and synchronisations, as Kokkos tells of them.
#pragma once
#include <Kokkos_Core.hpp>

namespace minikrylov {

struct CountedCalls {
  long launches = 0, fences = 0;

  friend CountedCalls operator-(const CountedCalls& a, const CountedCalls& b) {
    return {a.launches - b.launches, a.fences - b.fences};
  }
};

/// So many since the first call of count_calls().
inline CountedCalls& counted_calls() {
  static CountedCalls calls;
  return calls;
}

/// From now on kernels of any space and fences are counted. To be called once, before Kokkos is initialised, which is
/// then asked not to fence around each kernel for our sake. Who took Kokkos' callbacks before, or takes them later and
/// hands them on, is not disturbed.
inline void count_calls() {
  using namespace Kokkos::Tools::Experimental;
  set_request_tool_settings_callback(
      [](const std::uint32_t, Kokkos_Tools_ToolSettings* settings) { settings->requires_global_fencing = false; });
  set_begin_fence_callback([](const char*, const std::uint32_t, std::uint64_t*) { ++counted_calls().fences; });
}

/// Kernels and copies that begin from now on count, besides whatever else listens for them.
inline void count_launches() {
  using namespace Kokkos::Tools::Experimental;
  static EventSet before = get_callbacks();
  set_begin_parallel_for_callback([](const char* name, const std::uint32_t space, std::uint64_t* id) {
    ++counted_calls().launches;
    if (before.begin_parallel_for != nullptr) before.begin_parallel_for(name, space, id);
  });
  set_begin_parallel_reduce_callback([](const char* name, const std::uint32_t space, std::uint64_t* id) {
    ++counted_calls().launches;
    if (before.begin_parallel_reduce != nullptr) before.begin_parallel_reduce(name, space, id);
  });
  set_begin_parallel_scan_callback([](const char* name, const std::uint32_t space, std::uint64_t* id) {
    ++counted_calls().launches;
    if (before.begin_parallel_scan != nullptr) before.begin_parallel_scan(name, space, id);
  });
  set_begin_deep_copy_callback([](Kokkos_Profiling_SpaceHandle to, const char* to_name, const void* to_data,
                                  Kokkos_Profiling_SpaceHandle from, const char* from_name, const void* from_data,
                                  std::uint64_t bytes) {
    ++counted_calls().launches;
    if (before.begin_deep_copy != nullptr)
      before.begin_deep_copy(to, to_name, to_data, from, from_name, from_data, bytes);
  });
}

}  // namespace minikrylov
