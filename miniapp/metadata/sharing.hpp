// How many threads share a hardware thread.
#pragma once
#include <algorithm>

namespace minikrylov {

/// Threads of all ranks per hardware thread of all hosts, at least 1; 1 if the number of hardware threads is unknown,
/// 0.
[[nodiscard]] inline double sharing_of(double threads, double hardware_threads) {
  return hardware_threads >= 1 ? std::max(1.0, threads / hardware_threads) : 1;
}

}  // namespace minikrylov
