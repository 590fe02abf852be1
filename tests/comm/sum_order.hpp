// A check of the message library itself: whether it sums correctly, and in which order.
#pragma once
#include "comm/reduction/reduction.hpp"

namespace minikrylov {

enum class SumOrder {
  same,       ///< bitwise equal to the blocking reduction
  different,  ///< right up to rounding, but added in another order
  wrong,      ///< not the sum
};

/// Sums `count` numbers of very different magnitude by `kind` and by the blocking reduction, and compares the results.
/// Same answer on all ranks. Libraries may add in different orders in MPI_Iallreduce and MPI_Allreduce (Open MPI 4.1
/// does on 5 and 9 ranks, not on 1-4 and 6-8); then residual histories agree only up to rounding. Collective; takes
/// microseconds.
[[nodiscard]] SumOrder check_sum_order(ReductionKind kind, int count, const Communicator& ranks);

}  // namespace minikrylov
