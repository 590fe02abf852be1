// Runs a product as its schedule says, with the ghosts that it waits for and what is fused to it.
#pragma once
#include "kernels/schedule/block_schedule.hpp"
#include "kernels/schedule/block_task.hpp"

namespace minikrylov {

/// The ghosts of one product's operand, and how they come.
class GhostExchange {
 public:
  virtual ~GhostExchange() = default;

  /// Sends what others need. Rows of the operand may be read but not changed until finish().
  virtual void start() const = 0;
  /// Gives the messages a chance to move; returns at once.
  virtual void poll() const = 0;
  /// Waits until the ghosts are there, for kernels that are launched afterwards.
  virtual void finish() const = 0;

  /// Who waits while several threads share an interior dynamically.
  enum class Waiting {
    polled,  ///< nobody: the launching thread calls poll() between its pieces
    alone    ///< the launching thread, by exchange_alone(), before it takes a piece
  };
  /// Gets ready for one of them.
  [[nodiscard]] virtual Waiting prepare() const { return Waiting::polled; }
  /// start() and finish() by the calling thread alone, inside a kernel; only if prepare() returned `alone`.
  virtual void exchange_alone() const { Kokkos::abort("an exchange by one thread (not implemented) poll instead"); }
};

/// Ghosts that are there, or that nobody needs.
class NoExchange final : public GhostExchange {
 public:
  void start() const override {}
  void poll() const override {}
  void finish() const override {}
};

/// A product y = A x and what goes on around it.
struct ScheduledProduct {
  const LocalMatrix& matrix;
  const Vector& x;
  const Vector& y;
  Around around = {};
};

/// y ← A x on a host, whose threads multiply tile by tile. `ghosts` is used once. Host only.
void run_on_host(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts);

/// y ← A x by the format's own kernels: one for each range of rows. Nothing can run around it; aborts if it should.
void run_by_format(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts);

/// The one of these that the schedule and the format call for.
void run(const BlockSchedule& schedule, const ScheduledProduct& product, const GhostExchange& ghosts);

}  // namespace minikrylov
