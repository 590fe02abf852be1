// Running a product by its schedule, with its halo exchange and the tasks fused to it.
#pragma once
#include "kernels/schedule/block_schedule.hpp"
#include "kernels/schedule/block_task.hpp"

namespace minikrylov {

/// The halo exchange for the operand of one product.
class GhostExchange {
 public:
  virtual ~GhostExchange() = default;

  /// Starts the exchange. Until finish() the rows of the operand must not be changed.
  virtual void start() const = 0;
  /// Polls: lets messages progress; returns at once.
  virtual void poll() const = 0;
  /// Waits for the ghosts; kernels launched afterwards may read them.
  virtual void finish() const = 0;

  /// What the launching thread does while threads share an interior dynamically.
  enum class Waiting {
    polled,  ///< computes, and calls poll() between its pieces
    alone    ///< calls exchange_alone() before it takes its first piece
  };
  /// Prepares for one of these, and says which.
  [[nodiscard]] virtual Waiting prepare() const = 0;
  /// start() and finish() by the calling thread, inside a kernel; only after prepare() returned `alone`.
  virtual void exchange_alone() const = 0;
};

/// An exchange that no thread can do alone.
class PolledExchange : public GhostExchange {
 public:
  [[nodiscard]] Waiting prepare() const final { return Waiting::polled; }
  void exchange_alone() const final { Kokkos::abort("ghosts that are polled were to be exchanged by one thread"); }
};

/// No exchange: the ghosts are up to date or not needed.
class NoExchange final : public PolledExchange {
 public:
  void start() const override {}
  void poll() const override {}
  void finish() const override {}
};

/// A product y = A x and the tasks around it.
struct ScheduledProduct {
  const LocalMatrix& matrix;
  const Vector& x;
  const Vector& y;
  Around around = {};
};

/// y ← A x by host threads, tile by tile, with one exchange of `ghosts`. Host only.
void run_on_host(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts);

/// y ← A x by the format's own kernels, one per range of rows. Aborts if there are tasks around the product.
void run_by_format(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts);

/// Runs whichever of these the schedule and the format require.
void run(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts);

}  // namespace minikrylov
