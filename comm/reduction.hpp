// A sum over ranks that is started, and finished later.
#pragma once
#include <memory>
#include <span>

#include "comm/communicator.hpp"

namespace minikrylov {

enum class ReductionKind { blocking, nonblocking, point_to_point };

/// One strategy for summing a few numbers over all ranks. At most one sum is in flight at a time.
class Reduction {
 public:
  virtual ~Reduction() = default;
  /// Collective. `values` (host memory) are this rank's terms; they must stay alive and untouched until finish().
  virtual void start(std::span<double> values) = 0;
  /// Collective. Afterwards `values` hold the sums, bit for bit the same on every rank.
  virtual void finish() = 0;
  /// Gives the library a chance to move messages; returns at once. Harmless when nothing is in flight.
  virtual void progress() = 0;
};

/// blocking: MPI_Allreduce, all done in start(). nonblocking: MPI_Iallreduce.
/// point_to_point: recursive doubling of our own for any number of ranks, which progress() moves on.
[[nodiscard]] std::unique_ptr<Reduction> make_reduction(ReductionKind kind, const Communicator& ranks);

}  // namespace minikrylov
