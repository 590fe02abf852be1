// The few types that every room shares: where code runs, where data lives, how rows are numbered.
#pragma once
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

namespace minikrylov {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

using LocalIndex = std::int32_t;   ///< a row or a column of one rank
using GlobalIndex = std::int64_t;  ///< a row of the whole problem
using Offset = std::int64_t;       ///< a position among the stored entries of one rank

/// Data in the memory of the device that computes.
template <class T> using Array = Kokkos::View<T*, Memory>;

/// True where kernels run on the processor that runs main(): then a block of rows is handed to a thread, not a row.
inline constexpr bool on_host = std::is_same_v<Memory, Kokkos::HostSpace>;

/// Host memory that the device can write: sums are delivered there.
using PinnedMemory = Kokkos::SharedHostPinnedSpace;

/// Right-hand sides that are solved together, at most.
inline constexpr int max_width = 32;

}  // namespace minikrylov
