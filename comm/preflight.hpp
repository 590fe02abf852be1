// Does the message library compute non-blocking sums correctly? Some releases do not.
#pragma once
#include "comm/communicator.hpp"

namespace minikrylov {

/// Where the terms of a sum stand: in a buffer beside that of the result, or in the same one.
enum class SumBuffers { two, in_place };

enum class SumMemory { host, device };

enum class SumCheck {
  right,        ///< for each number of values, on each rank
  wrong,        ///< at least one sum is wrong
  not_possible  ///< there is no such memory, or the library does not take it
};

/// Sums 1 to `most` doubles by MPI_Iallreduce, several at once. Collective; the same on all ranks.
[[nodiscard]] SumCheck check_nonblocking_sums(SumBuffers buffers, SumMemory memory, int most,
                                              const Communicator& ranks);

}  // namespace minikrylov
