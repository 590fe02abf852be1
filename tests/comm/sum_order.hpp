// A check of the message library itself: does it sum correctly, and in which order?
#pragma once
#include "comm/reduction.hpp"

namespace minikrylov {

enum class SumOrder {
  same,       ///< every bit equals the blocking reduction's
  different,  ///< right to rounding, but the terms are added in another order
  wrong,      ///< not the sum
};

/// Sums `count` numbers of very different sizes by `kind` and by the blocking reduction and compares. The same
/// answer on all ranks. Libraries may add in another order in MPI_Iallreduce than in MPI_Allreduce: Open MPI 4.1 does
/// at 5 and 9 ranks, not at 1-4 and 6-8; then residual histories agree to rounding only. Collective; takes
/// microseconds.
[[nodiscard]] SumOrder check_sum_order(ReductionKind kind, int count, const Communicator& ranks);

}  // namespace minikrylov
