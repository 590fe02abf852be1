// This machine's own noise, by a fixed quantum of work.
#pragma once
#include "miniapp/overlap/record.hpp"

namespace minikrylov {

/// Does the same work `quanta` times on all ranks at once, each of about so many seconds. Collective.
[[nodiscard]] NoiseRecord measure_noise(int quanta, double quantum_seconds, const Communicator& ranks);

}  // namespace minikrylov
