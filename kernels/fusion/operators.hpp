// What a method may write beside a vector: A * x and M * x, whatever stands behind them.
#pragma once
#include "kernels/core/profile.hpp"
#include "kernels/core/vector.hpp"
#include "kernels/schedule/block_task.hpp"

namespace minikrylov {

/// What an operator runs on blocks of rows around its products; see Around.
enum class Fusible {
  nothing,  ///< no task
  after,    ///< tasks after the product
  around    ///< tasks after and before, where those before save something
};

/// The matrix of the whole problem. Collective: apply() exchanges the halo.
class Operator {
 public:
  virtual ~Operator() = default;

  /// After r = b - A x: where products do not bring ghosts up to date, those of r are, for recurrences start from it.
  /// Collective there; elsewhere nothing happens.
  virtual void share_residual(const Vector& /*r*/) const {}
  /// y ← A x on this rank's rows; overwrites the ghosts of x. `around` has tasks only as far as fuses(x.width) says. A
  /// task before it makes x, block by block, as little ahead of the product as it can.
  virtual void apply(const Vector& x, const Vector& y, const Around& around) const = 0;
  /// y ← Aᵀ x. Only BiCGStab variants that keep f₀ = Aᵀr₀ ask for it, once.
  virtual void apply_transposed(const Vector& x, const Vector& y) const = 0;
  /// With `width` right-hand sides, on this rank and this device.
  [[nodiscard]] virtual Fusible fuses(int width) const = 0;
  /// Of one application on this rank, with `width` right-hand sides.
  [[nodiscard]] virtual Cost cost(int width) const = 0;
};

enum class PreconditionerKind {
  identity,  ///< z = r
  diagonal,  ///< z = D⁻¹ r: joins a fused kernel
  general,   ///< anything else: a fused kernel ends before it, the next begins after it
};

/// z ← M⁻¹ r.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;

  [[nodiscard]] virtual PreconditionerKind kind() const = 0;
  /// One factor per row, where kind() is diagonal; empty otherwise.
  [[nodiscard]] virtual Array<double> inverse_diagonal() const = 0;
  /// z ← M⁻¹ r on this rank's rows. May be collective (additive Schwarz corrections). `progress` is polled in its loops
  /// over rows on a host; null: nothing.
  virtual void apply(const Vector& r, const Vector& z, ProgressHook* progress) const = 0;
  /// Of one application on this rank, with `width` right-hand sides.
  [[nodiscard]] virtual Cost cost(int width) const = 0;
};

}  // namespace minikrylov
