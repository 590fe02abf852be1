// What a preconditioner does on each rank by itself.
#pragma once
#include "kernels/core/profile.hpp"
#include "kernels/core/vector.hpp"

namespace minikrylov {

/// z = M⁻¹ r with the rows of one rank.
class LocalSolver {
 public:
  virtual ~LocalSolver() = default;

  [[nodiscard]] virtual LocalIndex rows() const = 0;
  /// z ← M⁻¹ r on this rank's rows; what z held does not matter. Shapes must agree. Asynchronous on a device.
  /// `progress` is polled in its loops over rows on a host; null: nothing.
  virtual void solve(const Vector& r, const Vector& z, ProgressHook* progress) const = 0;
  /// Of one solve() with so many right-hand sides.
  [[nodiscard]] virtual Cost cost(int width) const = 0;
};

}  // namespace minikrylov
