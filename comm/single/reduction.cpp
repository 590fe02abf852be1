// Sums in a build without MPI: over one rank, each value is its own sum.
#include "comm/reduction/reduction.hpp"

namespace minikrylov {

std::unique_ptr<Reduction> make_reduction(ReductionKind /*kind*/, const Communicator& /*ranks*/,
                                          const EmulatedNetwork& /*network*/) {
  return std::make_unique<OwnSum>();
}

}  // namespace minikrylov
