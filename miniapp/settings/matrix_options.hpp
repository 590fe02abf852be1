// User settings of the matrix: its storage, its ordering, and its halo.
#pragma once
#include <optional>

#include "kernels/core/types.hpp"
#include "miniapp/settings/names.hpp"

namespace minikrylov {

/// Default C of SELL for the device that computes.
inline constexpr int usual_chunk = on_host ? 8 : 32;

struct MatrixOptions {
  MatrixFormat format = MatrixFormat::sell;
  int chunk = usual_chunk;  ///< C: rows per chunk of SELL
  LocalIndex sigma = 1;     ///< σ: rows among which SELL sorts by length; 1: not sorted
  Compression compression = Compression::none;
};

struct OrderingOptions {
  OrderingChoice ordering = OrderingChoice::natural;
};

struct HaloOptions {
  GpuAwareMpi gpu_aware_mpi = GpuAwareMpi::automatic;
  Overlap overlap = Overlap::none;
  std::optional<int> chunk_rows{};  ///< of dynamic overlap; unset: the fastest size is measured
  PowersHalo powers_halo = PowersHalo::automatic;
};

}  // namespace minikrylov
