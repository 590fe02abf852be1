// The registers of a host: as many doubles as one instruction handles.
#pragma once
#include <Kokkos_SIMD.hpp>

namespace minikrylov {

using Simd = Kokkos::Experimental::simd<double>;
inline constexpr int lanes = static_cast<int>(Simd::size());

template <class V> KOKKOS_FORCEINLINE_FUNCTION V load(const double* from) {
  if constexpr (std::is_same_v<V, double>)
    return *from;
  else
    return V(from, Kokkos::Experimental::simd_flag_default);
}

template <class V> KOKKOS_FORCEINLINE_FUNCTION void store(const V& value, double* to) {
  if constexpr (std::is_same_v<V, double>)
    *to = value;
  else
    value.copy_to(to, Kokkos::Experimental::simd_flag_default);
}

}  // namespace minikrylov
