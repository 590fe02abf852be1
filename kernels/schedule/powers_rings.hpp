// The vectors of lower powers in rings, one set per thread.
#pragma once
#include <vector>

#include "kernels/core/ring_memory.hpp"
#include "kernels/schedule/powers.hpp"
#include "kernels/schedule/powers_plan.hpp"

namespace minikrylov {

/// What threads need to carry out phases with rings: made on first use, by the threads that use it.
class RingVectors {
 public:
  /// Makes rings for this many chains, and a block of rows for each, unless there are as many.
  void prepare(const PowersPlan& plan, std::size_t chains, int width, LocalIndex block_rows);
  [[nodiscard]] bool are_ready(std::size_t chains) const;

  /// y_0 … y_s of a chain as a thread sees them: rings instead of y_1 … y_{s-1}, s being that of the plan.
  [[nodiscard]] std::vector<Vector> seen_by(LocalIndex thread, std::size_t chain, PowersChain y) const;
  /// For y_s, which no other power reads: room for these rows in a cache, from where they are kept.
  [[nodiscard]] Vector block(LocalIndex thread, std::size_t chain, RowRange rows) const;

  /// Bytes of memory behind all rings.
  [[nodiscard]] Offset bytes() const;

 private:
  /// One of a thread and chain, for the power after the last one.
  struct Ring {
    RingMemory memory;
    Vector vector;
  };
  static Ring make_ring(const PowersRing& needs, int width, std::size_t number);

  std::vector<std::vector<std::vector<Ring>>> rings_;  ///< [thread][chain][power - 1]
  std::vector<std::vector<RingMemory>> blocks_;        ///< [thread][chain]
  int width_ = 1;
};

}  // namespace minikrylov
