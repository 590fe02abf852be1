// Periods of several right-hand sides in registers.
#pragma once
#include <numeric>

namespace minikrylov {

/// The least common multiple of two positive numbers. Unsigned inside: for Intel's processors with AVX-512, GCC 12.2
/// has been seen to take -a for |a| in std::lcm() of int.
[[nodiscard]] inline int common_multiple(int a, int b) {
  return static_cast<int>(std::lcm(static_cast<unsigned>(a), static_cast<unsigned>(b)));
}

}  // namespace minikrylov
