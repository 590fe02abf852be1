// Distributed vectors without a pattern, and preconditioners applied to them.
#pragma once
#include <cmath>
#include <vector>

#include "comm/runtime/communicator.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov::test {

/// Numbers in [-1, 1] that depend only on a row's place in the grid and a seed.
inline Vector wave(const System& system, double seed) {
  const Vector x = make_vector("wave", system.rows, system.ghosts, 1);
  const auto host = Kokkos::create_mirror_view(x.data);
  const auto numbers = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), system.global_number);
  for (LocalIndex i = 0; i < system.rows; ++i) host(i) = std::sin(seed * (1 + static_cast<double>(numbers(i))));
  Kokkos::deep_copy(x.data, host);
  return x;
}

inline std::vector<double> values_of(const Vector& x) {
  Exec().fence("values_of");
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x.data);
  return {host.data(), host.data() + x.elements()};
}

inline Vector zeros_like(const Vector& x) { return make_vector("zeros", x.rows, x.capacity() - x.rows, x.width); }

inline Vector applied(const Preconditioner& M, const Vector& r) {
  const Vector z = zeros_like(r);
  M.apply(r, z, nullptr);
  return z;
}

inline double dot_of(const Vector& x, const Vector& y, const Communicator& ranks) {
  const auto a = values_of(x), b = values_of(y);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return ranks.reduce(sum, ReduceBy::sum);
}

}  // namespace minikrylov::test
