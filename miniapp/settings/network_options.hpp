// What a user asks for about the network.
#pragma once
#include <optional>

#include "comm/emulated.hpp"
#include "comm/progress.hpp"

namespace minikrylov {

/// A network that is emulated, and what moves messages on.
struct NetworkOptions {
  EmulatedNetwork network;
  NoiseOptions noise;
  ProgressOptions progress;
  std::optional<int> progress_calls;  ///< of manual progress in each loop over rows; nothing: measured
};

}  // namespace minikrylov
