// User settings of the network.
#pragma once
#include <optional>
#include <string>

#include "comm/reduction/emulated.hpp"
#include "comm/reduction/progress.hpp"

namespace minikrylov {

/// Settings of a run with simulated ranks.
struct SimulationOptions {
  std::string cluster{};                       ///< in words
  std::optional<double> injected_bandwidth{};  ///< bytes/s of kernels on each rank; unset: kernels take the host's time
};

/// An emulated network, and what makes messages progress.
struct NetworkOptions {
  EmulatedNetwork network;
  NoiseOptions noise;
  ProgressOptions progress;
  std::optional<int> progress_calls;  ///< of manual progress, per loop over rows; unset: measured
  SimulationOptions simulation;
  int reserved_cores = 0;  ///< per rank, on which no thread computes
};

}  // namespace minikrylov
