// User settings of the network.
#pragma once
#include <optional>

#include "comm/reduction/emulated.hpp"
#include "comm/reduction/progress.hpp"

namespace minikrylov {

/// An emulated network, and what makes messages progress.
struct NetworkOptions {
  EmulatedNetwork network;
  NoiseOptions noise;
  ProgressOptions progress;
  std::optional<int> progress_calls;  ///< of manual progress, per loop over rows; unset: measured
};

}  // namespace minikrylov
