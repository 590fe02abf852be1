// Simulated ranks: in a build for SimGrid's SMPI, all ranks live in one process and share a simulated clock.
#pragma once
#include <memory>
#include <string>

#include "kernels/core/progress_hook.hpp"

namespace minikrylov {

/// What simulates the ranks of this program, like "SimGrid 3.32"; empty if they are real.
[[nodiscard]] std::string simulator();

/// During its lifetime, kernels with `hook` take the time of the simulated machine: their bytes over `bytes_per_second`
/// of each rank or, if that is 0, the time that they take on this host. While messages are watched, this time passes in
/// parts, with a poll between two of them, so that messages progress. Has no effect on real ranks.
class SimulatedKernels {
 public:
  SimulatedKernels(ProgressHook& hook, double bytes_per_second);
  SimulatedKernels(const SimulatedKernels&) = delete;
  SimulatedKernels& operator=(const SimulatedKernels&) = delete;
  ~SimulatedKernels();

 private:
  ProgressHook& hook_;
  std::unique_ptr<KernelClock> clock_;
};

/// Yields the processor for at least this many seconds of wall_time().
void pause(double seconds);

}  // namespace minikrylov
