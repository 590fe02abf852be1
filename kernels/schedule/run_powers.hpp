// Running a plan of matrix powers on a host.
#pragma once
#include "kernels/schedule/local_matrix.hpp"
#include "kernels/schedule/powers.hpp"
#include "kernels/schedule/powers_plan.hpp"

namespace minikrylov {

/// Provides the ghosts of powers.
class PowersGhosts {
 public:
  virtual ~PowersGhosts() = default;
  /// Makes the ghosts of y_power of all chains available; all rows of these have been computed. Collective.
  virtual void update(int power) const = 0;
};

/// Computes the powers in the order of the plan; the ghosts of power 0 are requested first. Host only.
void run_powers(const PowersPlan& plan, const LocalMatrix& matrix, const Powers& powers, const PowersGhosts& ghosts);

}  // namespace minikrylov
