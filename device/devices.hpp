// Checks that the device that this program was built for is present.
#pragma once
#include <string>

namespace minikrylov {

/// Why kernels cannot run here, as a complaint for users; empty if they can. To be called before Kokkos is initialised,
/// which would abort.
[[nodiscard]] std::string objection_to_device();

}  // namespace minikrylov
