// A check of the message library's non-blocking sums, which are wrong in some releases.
#pragma once
#include "comm/runtime/communicator.hpp"

namespace minikrylov {

/// Whether a sum has separate buffers for terms and result, or one for both.
enum class SumBuffers { two, in_place };

enum class SumMemory { host, device };

enum class SumCheck {
  right,        ///< all sums, on all ranks
  wrong,        ///< at least one sum
  not_possible  ///< no such memory, or not supported by the library
};

/// Checks MPI_Iallreduce with 1 to `most` doubles, several sums at once. Collective; equal on all ranks.
[[nodiscard]] SumCheck check_nonblocking_sums(SumBuffers buffers, SumMemory memory, int most,
                                              const Communicator& ranks);

}  // namespace minikrylov
