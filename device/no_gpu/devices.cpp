// The host itself runs the kernels.
#include "device/devices.hpp"

namespace minikrylov {

std::string objection_to_device() { return {}; }

}  // namespace minikrylov
