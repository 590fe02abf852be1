// The interfaces of A and M in A * x and M * r.
#pragma once
#include <optional>

#include "kernels/core/profile.hpp"
#include "kernels/core/vector.hpp"
#include "kernels/fusion/row_factors.hpp"
#include "kernels/schedule/block_task.hpp"
#include "kernels/schedule/powers.hpp"

namespace minikrylov {

/// Which tasks can be fused to an operator's products; see Around.
enum class Fusible {
  nothing,  ///< none
  after,    ///< tasks after the product
  around    ///< tasks after it and, by look-ahead, before it, if that pays
};

/// The matrix of the whole problem. Collective: apply() exchanges the halo.
class Operator {
 public:
  virtual ~Operator() = default;

  /// Called after r = b - A x. If products do not update ghosts, updates those of r, since recurrences start from it;
  /// collective. Otherwise no effect.
  virtual void share_residual(const Vector& /*r*/) const {}
  /// y ← A x on this rank's rows; overwrites the ghosts of x. `around` must have only tasks allowed by fuses(x.width).
  /// A task before it computes x, block by block, with as short a look-ahead as possible.
  virtual void apply(const Vector& x, const Vector& y, const Around& around) const = 0;
  /// y ← Aᵀ x. Used only by BiCGStab variants that keep f₀ = Aᵀr₀, once.
  virtual void apply_transposed(const Vector& x, const Vector& y) const = 0;
  /// What can be fused with `width` right-hand sides on this rank and device.
  [[nodiscard]] virtual Fusible fuses(int width) const = 0;
  /// The cost of one application on this rank, with `width` right-hand sides; see cost_of_product().
  [[nodiscard]] virtual Cost cost(int width) const = 0;

  /// Columns 1 … of each chain from column 0, whose ghosts are overwritten; here by one product after the other. Same
  /// bits in every operator that multiplies with the same bits. On a host, loops over rows poll `progress` unless it is
  /// null. Collective.
  virtual void apply_powers(const Powers& powers, ProgressHook* progress) const;
  /// n such that in apply_powers() y_{k+n} may have the memory of y_k, for k ≥ 1, where only the last power is kept.
  [[nodiscard]] virtual int distinct_powers(int /*powers*/) const { return 3; }
  /// The cost of apply_powers() on this rank.
  [[nodiscard]] virtual Cost powers_cost(const Powers& powers) const;
};

/// The cost of y ← A x on this rank with vectors of any precision; A.cost() is that of doubles.
[[nodiscard]] Cost cost_of_product(const Operator& A, const Vector& x, const Vector& y);

enum class PreconditionerKind {
  identity,  ///< z = r
  diagonal,  ///< z = D⁻¹ r: becomes part of a fused kernel
  general,   ///< anything else: runs between fused kernels
};

/// z ← M⁻¹ r.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;

  [[nodiscard]] virtual PreconditionerKind kind() const = 0;
  /// One factor per row if kind() is diagonal, otherwise empty.
  [[nodiscard]] virtual Array<double> inverse_diagonal() const = 0;
  /// The same as fused kernels read them; valid as long as this.
  [[nodiscard]] virtual RowFactors factors() const { return {.all = inverse_diagonal().data()}; }
  /// z ← M⁻¹ r on this rank's rows. May be collective (additive Schwarz corrections). On a host, its loops over rows
  /// poll `progress` unless it is null.
  virtual void apply(const Vector& r, const Vector& z, ProgressHook* progress) const = 0;
  /// The cost of one application on this rank, with `width` right-hand sides. Collective where apply() is.
  [[nodiscard]] virtual Cost cost(int width) const = 0;
  /// f if M⁻¹ is known to be a multiple f of the identity, over all ranks.
  [[nodiscard]] virtual std::optional<double> multiple_of_identity() const { return {}; }
};

}  // namespace minikrylov
