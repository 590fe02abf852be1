// What a method may write beside a vector: A * x and M * x, whatever stands behind them.
#pragma once
#include "kernels/core/profile.hpp"
#include "kernels/core/vector.hpp"

namespace minikrylov {

/// The matrix of the whole problem. Collective: apply() exchanges the halo.
class Operator {
 public:
  virtual ~Operator() = default;

  /// y ← A x on this rank's rows; overwrites the ghosts of x. `after`: see LocalMatrix::multiply.
  virtual void apply(const Vector& x, const Vector& y, const BlockTask* after) const = 0;
  /// y ← A x as apply() does it, where x is what `before` makes of it: `before` is run once on each block of rows,
  /// ahead of the product by as little as it can. Only where leads(x.width).
  virtual void apply_ahead(const Vector& x, const Vector& y, const BlockTask& before, const BlockTask* after) const;
  /// True if apply_ahead() saves something with `width` right-hand sides; otherwise the caller runs a sweep of its own.
  [[nodiscard]] virtual bool looks_ahead(int) const { return false; }
  /// After r = b - A x: where products do not bring ghosts up to date, those of r are, for recurrences start from it.
  /// Collective there; elsewhere nothing happens.
  virtual void share_residual(const Vector& /*r*/) const {}
  /// y ← Aᵀ x. Only BiCGStab variants that keep f₀ = Aᵀr₀ ask for it, once.
  virtual void apply_transposed(const Vector& x, const Vector& y) const = 0;
  [[nodiscard]] virtual bool fuses() const = 0;
  /// Of one application on this rank, with `width` right-hand sides.
  [[nodiscard]] virtual Cost cost(int width) const = 0;
};

/// All blocks first, then the product.
inline void Operator::apply_ahead(const Vector& x, const Vector& y, const BlockTask& before,
                                  const BlockTask* after) const {
  const RowBlocks blocks = RowBlocks::of(x.rows, x.width);
  for (LocalIndex b = 0; b < blocks.count(); ++b) before.run(b, blocks.begin(b), blocks.end(b));
  apply(x, y, after);
}

enum class PreconditionerKind {
  identity,  ///< z = r
  diagonal,  ///< z = D⁻¹ r: joins a sweep over vectors
  general,   ///< anything else: a sweep ends before it, the next begins after it
};

/// z ← M⁻¹ r.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;

  [[nodiscard]] virtual PreconditionerKind kind() const = 0;
  /// One factor a row, where kind() is diagonal; empty otherwise.
  [[nodiscard]] virtual Array<double> inverse_diagonal() const = 0;
  /// z ← M⁻¹ r on this rank's rows. May be collective (additive Schwarz corrections).
  virtual void apply(const Vector& r, const Vector& z) const = 0;
  /// Of one application on this rank, with `width` right-hand sides.
  [[nodiscard]] virtual Cost cost(int width) const = 0;
};

}  // namespace minikrylov
