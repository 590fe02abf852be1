// The arrays of SELL where the host can read them.
#pragma once
#include <span>

#include "kernels/formats/sell_arrays.hpp"

namespace minikrylov::coded {

using HostThreads = Kokkos::DefaultHostExecutionSpace;
template <class T> using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

/// Views of the arrays, or copies where these are on a device.
struct HostChunks {
  int chunk;
  HostArray<LocalIndex> first_rows;
  HostArray<Offset> offsets;
  HostArray<LocalIndex> columns;
  HostArray<double> values;

  explicit HostChunks(const SellArrays& sell)
      : chunk(sell.chunk),
        first_rows(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sell.first_rows)),
        offsets(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sell.offsets)),
        columns(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sell.columns)),
        values(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sell.values)) {}

  [[nodiscard]] LocalIndex count() const { return static_cast<LocalIndex>(first_rows.extent(0)) - 1; }
  [[nodiscard]] Offset entries(LocalIndex c) const { return offsets(c + 1) - offsets(c); }
  [[nodiscard]] LocalIndex length(LocalIndex c) const { return static_cast<LocalIndex>(entries(c) / chunk); }
  [[nodiscard]] std::span<const double> values_of(LocalIndex c) const {
    return {values.data() + offsets(c), static_cast<std::size_t>(entries(c))};
  }
  [[nodiscard]] std::span<const LocalIndex> columns_of(LocalIndex c) const {
    return {columns.data() + offsets(c), static_cast<std::size_t>(entries(c))};
  }
};

/// body(i) for i = 0 … count-1 on the host's threads, each a contiguous share.
template <class Body> void on_host_threads(const char* name, LocalIndex count, const Body& body) {
  Kokkos::parallel_for(
      name, Kokkos::RangePolicy<HostThreads, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<LocalIndex>>(0, count),
      body);
}

}  // namespace minikrylov::coded
