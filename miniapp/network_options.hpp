// What a user asks for about the network.
#pragma once
#include "comm/emulated.hpp"
#include "comm/progress.hpp"

namespace minikrylov {

/// A network that is emulated, and what moves messages on.
struct NetworkOptions {
  EmulatedNetwork network;
  NoiseOptions noise;
  ProgressOptions progress;
};

}  // namespace minikrylov
