// Running a plan of matrix powers on a host.
#pragma once
#include "kernels/core/progress_hook.hpp"
#include "kernels/schedule/local_matrix.hpp"
#include "kernels/schedule/powers.hpp"
#include "kernels/schedule/powers_plan.hpp"
#include "kernels/schedule/powers_rings.hpp"

namespace minikrylov {

/// Provides the ghosts of powers.
class PowersGhosts {
 public:
  virtual ~PowersGhosts() = default;
  /// Starts to bring the ghosts of y_power of all chains; all rows of these have been computed. Collective.
  virtual void start(int power) const = 0;
  /// Waits for them. Until then, rows that need them are not computed.
  virtual void finish(int power) const = 0;
};

/// Computes the powers in the order of the plan. `rings` is the plan's own, empty at first. Polls `progress` unless it
/// is null. Host only.
void run_powers(const PowersPlan& plan, RingVectors& rings, const LocalMatrix& matrix, const Powers& powers,
                const PowersGhosts& ghosts, ProgressHook* progress = nullptr);

}  // namespace minikrylov
