// Agreement of all ranks.
#pragma once
#include "comm/runtime/communicator.hpp"

namespace minikrylov {

/// True on all ranks if the argument is true on each of them. Collective.
inline bool everywhere(bool here) { return Communicator().reduce(here ? 1.0 : 0.0, ReduceBy::minimum) == 1.0; }

}  // namespace minikrylov
