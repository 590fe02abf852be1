// The matrix of the whole problem where halos travel in sums: a product sends nothing.
#pragma once
#include "comm/embedded.hpp"
#include "kernels/fusion/operators.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// A, whose operands have ghosts that are up to date: recurrences keep them so, see Reduction::carry(). While ghosts of
/// a vector w are on their way, the operand is w or M⁻¹ w (PIPECG): rows before the first with ghosts run first, then
/// the ghosts are waited for. All parts must outlive this.
class EmbeddedMatrix final : public Operator {
 public:
  /// `inverse_diagonal`: of M, rows and ghosts; empty where M = I. `plain`: for products with the transpose.
  EmbeddedMatrix(const System& system, const Operator& plain, Array<double> inverse_diagonal,
                 EmbeddedReduction& reduction)
      : system_(system), plain_(plain), inverse_diagonal_(inverse_diagonal), reduction_(reduction) {}

  void apply(const Vector& x, const Vector& y, const BlockTask* after) const override;
  /// By messages of their own.
  void share_residual(const Vector& r) const override { system_.halo->exchange(r); }
  void apply_transposed(const Vector& x, const Vector& y) const override { plain_.apply_transposed(x, y); }
  [[nodiscard]] bool fuses() const override { return system_.matrix->fuses(); }
  [[nodiscard]] Cost cost(int width) const override { return plain_.cost(width); }

 private:
  const System& system_;
  const Operator& plain_;
  Array<double> inverse_diagonal_;
  EmbeddedReduction& reduction_;
};

}  // namespace minikrylov
