// Ranks that are simulated: where the program is built for SimGrid's SMPI, all of them live in one process and one
// clock.
#pragma once
#include <memory>
#include <string>

#include "kernels/core/progress_hook.hpp"

namespace minikrylov {

/// What simulates the ranks of this program, like "SimGrid 3.32"; empty where they are real.
[[nodiscard]] std::string simulator();

/// As long as it lives, the kernels to which `hook` is given take the time of the simulated machine: what they move at
/// `bytes_per_second` of each rank, or if that is 0 what they take on this host. While messages are watched, time
/// passes in as many parts as the progress of this process polls for, so that they move on between two of them. Does
/// nothing where ranks are real.
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

/// Leaves the processor to others for so many seconds of wall_time(), or a little longer.
void pause(double seconds);

}  // namespace minikrylov
