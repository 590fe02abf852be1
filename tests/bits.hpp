// Equality of doubles bit for bit: == calls +0 and -0 equal, and no NaN equal to itself.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace minikrylov {

inline bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// Also of the same length.
inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return same_bits(x, y); });
}

}  // namespace minikrylov
