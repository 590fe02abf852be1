// The time of kernels on simulated ranks.
#pragma once
#include "kernels/core/profile.hpp"

namespace minikrylov {

/// Advances simulated time by the duration of each kernel; without simulation there is no such clock. Kernels may nest;
/// the time of inner ones is part of the outer one's.
class KernelClock {
 public:
  virtual ~KernelClock() = default;
  /// A kernel of this cost begins.
  virtual void kernel_starts(const Cost& cost) = 0;
  /// This share of its work has just been done, with messages in flight.
  virtual void part_done(double share) = 0;
  /// The rest of its work has been done.
  virtual void kernel_ended() = 0;
  /// Whether kernels take the time of a described machine instead of the host's; the clock then does the polling.
  [[nodiscard]] virtual bool injects() const = 0;
  /// Simulated seconds since some moment in the past.
  [[nodiscard]] virtual double now() const = 0;
};

/// Reports a kernel to its clock for the lifetime of this object; null: no clock.
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
