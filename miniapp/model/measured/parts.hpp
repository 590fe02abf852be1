// The times of the parts of a measured solve's iterations.
#pragma once
#include <optional>

#include "miniapp/model/record.hpp"
#include "miniapp/results/reader.hpp"

namespace minikrylov {

/// The cost of moving bytes at the place and time of a measured triad.
struct Moving {
  double reading;   ///< bytes/s, also of what is updated in place
  double fetching;  ///< extra cost of a byte written without being read before, in bytes read

  /// Per element a triad reads 16 bytes and writes 8 not read before, whose cache lines most processors fetch first. So
  /// a triad takes the time that it was measured to take: a fetch may cost more than reading what is updated in place.
  Moving(double triad, double update_bandwidth);

  /// Time of a product: reads the matrix and x, writes y, with `vector` bytes for x and y each.
  [[nodiscard]] double product(double matrix, double vector) const;
};

/// In the caches that hold all that a solve's iteration touches; nothing if it is in memory.
[[nodiscard]] std::optional<Moving> in_caches(const MeasuredSolve& solve, const MachineModel& machine);

/// The parts that a rank's work takes of its time beside the work of all other ranks, in cores and caches and where it
/// waits for memory.
struct Shares {
  double core = 1, memory = 1;
};

/// The parts of an iteration of a solve on a machine, in seconds. Both must outlive this.
class MeasuredParts {
 public:
  MeasuredParts(const MeasuredSolve& solve, const MachineModel& machine, TimeModel model, const Shares& shares);

  /// All vectors of an iteration.
  [[nodiscard]] double vectors() const;
  /// A product overlapped with its halo as the solve says.
  [[nodiscard]] double product() const;
  /// An application of M, without messages unless it is a polynomial.
  [[nodiscard]] double precondition() const;
  /// A pass over powers of A, whose rows hide the first exchange.
  [[nodiscard]] double powers(const PowersPass& pass) const;
  /// What the arithmetic of `values` sums takes longer than reading their vectors, each multiplied with each: of Gram
  /// matrices. Beside products memory hides it, but not beside powers in tiles, whose vectors are in caches.
  [[nodiscard]] double arithmetic(int values) const;
  /// A sum of `values` numbers per right-hand side.
  [[nodiscard]] SumTimes sum(int values) const;

 private:
  [[nodiscard]] double in_tiles(const PowersPass& pass, double mul) const;
  [[nodiscard]] double from_memory(const PowersPass& pass, const Moving& m) const;
  [[nodiscard]] double moved_by_precondition(const Moving& m) const;
  [[nodiscard]] double excess_in_tiles() const;
  [[nodiscard]] double triad_at_set_up() const;
  [[nodiscard]] double triad() const;
  [[nodiscard]] Moving moving() const;
  [[nodiscard]] Moving moving_at(double triad, double update = 0) const;
  [[nodiscard]] double beside_moving() const;
  [[nodiscard]] double excess() const;
  [[nodiscard]] double product_of_powers(const Moving& m, double core) const;
  [[nodiscard]] double real_exchange(double layers) const;
  [[nodiscard]] double emulated(double bytes) const;
  [[nodiscard]] double emulated_halo(double layers) const;
  [[nodiscard]] double real_exchanges(const PowersPass& pass) const;
  [[nodiscard]] double emulated_exchanges(const PowersPass& pass) const;
  [[nodiscard]] SumTimes real_sum(double bytes) const;

  const MeasuredSolve& solve_;
  const MachineModel& machine_;
  TimeModel model_;
  Shares shares_;
  double vector_;
};

}  // namespace minikrylov
