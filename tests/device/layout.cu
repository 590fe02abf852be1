// A kernel whose body holds a number behind an array. scripts/compile_cuda.sh compares the size that its device code takes
// such a body to have with the size of those that the host passes.
#include "kernels/core/types.hpp"

struct Body {
  minikrylov::Array<double> array;
  double number;
};

__device__ int host_bytes_of_body = sizeof(Body);  // the device's front end agrees with the host, its code need not

extern "C" __global__ void kernel_of_body(Body body) { body.array(0) = body.number; }
