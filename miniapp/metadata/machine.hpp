// The machine as reported by hwloc, if available, and the operating system.
#pragma once
#include <cstdint>
#include <string>

namespace minikrylov {

struct Machine {
  std::string processor;
  int packages = 0, cores = 0, hardware_threads = 0;
  std::int64_t l1_bytes = 0, l2_bytes = 0, l3_bytes = 0, memory_bytes = 0;
  std::string caches;   ///< second- and third-level ones of these hardware threads: "L3#0 33554432", one per line
  std::string binding;  ///< hardware threads that this process may use, like "0-3"
};

/// Zeros and "unknown" for what cannot be determined. Not collective.
[[nodiscard]] Machine describe_machine();

}  // namespace minikrylov
