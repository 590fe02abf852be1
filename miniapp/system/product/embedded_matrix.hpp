// The matrix of the whole problem where halos travel with reductions: products send no messages.
#pragma once
#include "comm/embedded/embedded.hpp"
#include "miniapp/system/product/operators.hpp"

namespace minikrylov {

/// A, for operands whose ghosts are up to date: recurrences keep them so, see Reduction::carry(). While the ghosts of a
/// vector w are in flight, the operand is w or M⁻¹ w (PIPECG): rows without ghosts run first, then the product waits
/// for the ghosts. All parts must outlive this.
class EmbeddedMatrix final : public Operator {
 public:
  /// `inverse_diagonal`: of M, for rows and ghosts; empty where M = I. `plain`: the product with a halo exchange.
  EmbeddedMatrix(const DistributedMatrix& plain, Array<double> inverse_diagonal, EmbeddedReduction& reduction)
      : plain_(plain), inverse_diagonal_(std::move(inverse_diagonal)), reduction_(reduction) {}

  void apply(const Vector& x, const Vector& y, const Around& around) const override;
  /// By a halo exchange.
  void share_residual(const Vector& r) const override { plain_.exchange(r); }
  void apply_transposed(const Vector& x, const Vector& y) const override { plain_.apply_transposed(x, y); }
  [[nodiscard]] Fusible fuses(int width) const override { return plain_.fuses(width, Hiding::interior); }
  [[nodiscard]] Cost cost(int width) const override { return plain_.cost(width); }

 private:
  const DistributedMatrix& plain_;
  Array<double> inverse_diagonal_;
  EmbeddedReduction& reduction_;
};

}  // namespace minikrylov
