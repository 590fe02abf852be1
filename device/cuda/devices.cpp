// GPUs by CUDA.
#include "device/devices.hpp"

#include <cuda_runtime.h>

namespace minikrylov {

std::string objection_to_device() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count > 0) return {};
  return std::string("there is no GPU here (") + cudaGetErrorString(error) +
         ") run this program, which was built for NVIDIA GPUs, on a machine with one, or build the preset openmp";
}

}  // namespace minikrylov
