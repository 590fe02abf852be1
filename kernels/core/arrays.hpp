// Allocating arrays: uninitialised, from a list, or as the offsets of pieces of given lengths.
#pragma once
#include <string>
#include <vector>

#include "kernels/core/huge_pages.hpp"
#include "kernels/core/types.hpp"

namespace minikrylov {

/// An uninitialised array: each page goes to the memory of the thread that touches it first.
template <class T> Array<T> allocate(const std::string& name, std::size_t length) {
  const Array<T> array(Kokkos::view_alloc(Kokkos::WithoutInitializing, name), length);
  if constexpr (on_host) prefer_huge_pages(array.data(), length * sizeof(T));
  return array;
}

/// An array with the elements of a list.
template <class T> Array<T> array_of(const std::string& name, const std::vector<T>& list) {
  const auto array = allocate<T>(name, list.size());
  Kokkos::deep_copy(array, Kokkos::View<const T*, Kokkos::HostSpace>(list.data(), list.size()));
  return array;
}

/// Offsets of `count` pieces, and the sum of all lengths at the end. `length(i)` runs on the device, more than once.
template <class T, class Length> Array<T> begins_of(const std::string& name, LocalIndex count, const Length& length) {
  const Array<T> begins(name, static_cast<std::size_t>(count) + 1);
  Kokkos::parallel_scan(
      name, Kokkos::RangePolicy<Exec, Kokkos::IndexType<LocalIndex>>(0, count),
      KOKKOS_LAMBDA(LocalIndex i, T & sum, bool is_final) {
        sum += length(i);
        if (is_final) begins(i + 1) = sum;
      });
  return begins;
}

}  // namespace minikrylov
