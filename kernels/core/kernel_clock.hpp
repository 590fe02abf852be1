// The time that kernels take where ranks are simulated.
#pragma once
#include "kernels/core/profile.hpp"

namespace minikrylov {

/// Where time is simulated, it is told of each kernel and lets it take its time; elsewhere there is no such clock. A
/// kernel may run others, whose time is part of its own.
class KernelClock {
 public:
  virtual ~KernelClock() = default;
  /// A kernel of this cost begins.
  virtual void kernel_starts(const Cost& cost) = 0;
  /// This share of its work has just been done, with messages in flight.
  virtual void part_done(double share) = 0;
  /// And so has the rest.
  virtual void kernel_ended() = 0;
  /// Whether the time of kernels is a described machine's, not the host's: then polling is the clock's business.
  [[nodiscard]] virtual bool injects() const = 0;
  /// Simulated seconds since some moment in the past.
  [[nodiscard]] virtual double now() const = 0;
};

/// A kernel that runs as long as this lives, for its clock; null: nobody wants to know.
class ClockedKernel {
 public:
  ClockedKernel(KernelClock* clock, const Cost& cost) : clock_(clock) {
    if (clock_ != nullptr) clock_->kernel_starts(cost);
  }
  ClockedKernel(const ClockedKernel&) = delete;
  ClockedKernel& operator=(const ClockedKernel&) = delete;
  ~ClockedKernel() {
    if (clock_ != nullptr) clock_->kernel_ended();
  }

 private:
  KernelClock* clock_;
};

}  // namespace minikrylov
