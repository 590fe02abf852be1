// Noise of this machine, measured by a fixed quantum of work.
#pragma once
#include "miniapp/overlap/record.hpp"

namespace minikrylov {

/// Repeats the same work of about `quantum_seconds` on all ranks simultaneously, `quanta` times. Collective.
[[nodiscard]] NoiseRecord measure_noise(int quanta, double quantum_seconds, const Communicator& ranks);

}  // namespace minikrylov
