// A sum over ranks that is started, and finished later.
#pragma once
#include <memory>
#include <span>
#include <string_view>

#include "comm/communicator.hpp"
#include "comm/emulated_network.hpp"

namespace minikrylov {

struct Vector;

enum class ReductionKind { blocking, nonblocking, point_to_point, embedded };

/// One strategy for summing a few numbers over all ranks. Several sums may be in flight at once; they are finished in
/// the order in which they were started.
class Reduction {
 public:
  virtual ~Reduction() = default;
  /// Collective. `values` (host memory) are this rank's terms; they must stay alive and untouched until finish().
  /// `label` is what observers call this sum.
  virtual void start(std::span<double> values, std::string_view label) = 0;
  /// Collective. Finishes the oldest sum in flight, if there is one: its `values` then hold the sums, bit for bit the
  /// same on every rank.
  virtual void finish() = 0;
  /// Gives the library a chance to move messages; returns at once. Harmless when nothing is in flight.
  virtual void progress() = 0;

  /// Where sums carry ghosts (kind embedded), those of `x` travel with the next sum that is started, and are up to date
  /// once it is finished; the rows of `x` must not change before start(). Elsewhere nothing happens.
  virtual void carry(const Vector& /*x*/) {}
};

/// A sum over this rank alone: for a rank that works on a system of its own.
class OwnSum final : public Reduction {
 public:
  void start(std::span<double> /*values*/, std::string_view /*label*/) override {}
  void finish() override {}
  void progress() override {}
};

/// blocking: MPI_Allreduce, all done in start(). nonblocking: MPI_Iallreduce.
/// point_to_point: recursive doubling of our own for any number of ranks, which progress() moves on.
/// embedded: see EmbeddedReduction, which has to know the halo; not made here.
/// The messages of our own take the time of `network`; for those of the library see on_emulated_network().
[[nodiscard]] std::unique_ptr<Reduction> make_reduction(ReductionKind kind, const Communicator& ranks,
                                                        const EmulatedNetwork& network = {});

}  // namespace minikrylov
