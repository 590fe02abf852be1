// The rank-local part of a preconditioner.
#pragma once
#include "kernels/core/profile.hpp"
#include "kernels/core/vector.hpp"

namespace minikrylov {

/// z = M⁻¹ r on the rows of one rank.
class LocalSolver {
 public:
  virtual ~LocalSolver() = default;

  [[nodiscard]] virtual LocalIndex rows() const = 0;
  /// z ← M⁻¹ r on this rank's rows, whatever z held before. Shapes must agree. Asynchronous on a device. On a host, its
  /// loops over rows poll `progress` unless it is null.
  virtual void solve(const Vector& r, const Vector& z, ProgressHook* progress) const = 0;
  /// The cost of one solve() with `width` right-hand sides.
  [[nodiscard]] virtual Cost cost(int width) const = 0;
};

}  // namespace minikrylov
