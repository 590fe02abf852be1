// A build without MPI has no non-blocking sums to check.
#include "comm/runtime/preflight.hpp"

namespace minikrylov {

SumCheck check_nonblocking_sums(SumBuffers /*buffers*/, SumMemory /*memory*/, int /*most*/,
                                const Communicator& /*ranks*/) {
  return SumCheck::not_possible;
}

}  // namespace minikrylov
