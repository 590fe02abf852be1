// Split-phase sums over ranks: started first, finished later.
#pragma once
#include <memory>
#include <span>
#include <string_view>

#include "comm/runtime/communicator.hpp"
#include "comm/runtime/emulated_network.hpp"

namespace minikrylov {

struct Vector;

enum class ReductionKind { blocking, nonblocking, point_to_point, embedded };

/// A strategy for summing a few numbers over all ranks. Several sums may be in flight; they finish in the order in
/// which they were started.
class Reduction {
 public:
  virtual ~Reduction() = default;
  /// Collective. `values` (host memory) are this rank's terms; they must stay alive and untouched until finish().
  /// `label` names the sum for observers.
  virtual void start(std::span<double> values, std::string_view label) = 0;
  /// Collective. Finishes the oldest sum in flight, if any: its `values` then hold the sums, bitwise equal on all
  /// ranks.
  virtual void finish() = 0;
  /// Polls: lets the library progress messages; returns at once. No effect if nothing is in flight.
  virtual void progress() = 0;

  /// If sums carry ghosts (kind embedded), those of `x` travel with the next sum started and are up to date when it
  /// finishes; the rows of `x` must not change before start(). No effect for other kinds.
  virtual void carry(const Vector& /*x*/) {}
};

/// A sum over this rank alone, for a system that only this rank has.
class OwnSum final : public Reduction {
 public:
  void start(std::span<double> /*values*/, std::string_view /*label*/) override {}
  void finish() override {}
  void progress() override {}
};

/// blocking: MPI_Allreduce, entirely in start(). nonblocking: MPI_Iallreduce. point_to_point: our own recursive
/// doubling for any number of ranks, advanced by progress(). embedded: not made here, since it needs the halo; see
/// EmbeddedReduction. Point-to-point messages take the time of `network`; for MPI's reductions see
/// on_emulated_network().
[[nodiscard]] std::unique_ptr<Reduction> make_reduction(ReductionKind kind, const Communicator& ranks,
                                                        const EmulatedNetwork& network = {});

}  // namespace minikrylov
