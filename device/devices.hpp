// Whether the device that this program was built for is there.
#pragma once
#include <string>

namespace minikrylov {

/// Why kernels cannot run here, as a complaint for users; empty: they can. Asks before Kokkos does, which aborts.
[[nodiscard]] std::string objection_to_device();

}  // namespace minikrylov
