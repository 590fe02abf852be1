// GPUs by HIP.
#include "device/devices.hpp"

#include <hip/hip_runtime.h>

namespace minikrylov {

std::string objection_to_device() {
  int count = 0;
  const hipError_t error = hipGetDeviceCount(&count);
  if (error == hipSuccess && count > 0) return {};
  return std::string("there is no GPU here (") + hipGetErrorString(error) +
         ") run this program, which was built for AMD GPUs, on a machine with one, or build the preset openmp";
}

}  // namespace minikrylov
