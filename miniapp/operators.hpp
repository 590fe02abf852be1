// The matrix of the whole problem: a product on each rank, after the halo has been exchanged.
#pragma once
#include "comm/halo.hpp"
#include "kernels/local_matrix.hpp"
#include "kernels/operators.hpp"

namespace minikrylov {

/// A, distributed by rows. Both parts must outlive this.
class DistributedMatrix final : public Operator {
 public:
  DistributedMatrix(const LocalMatrix& matrix, Halo& halo) : matrix_(matrix), halo_(halo) {}

  void apply(const Vector& x, const Vector& y, const BlockTask* after) const override;
  void apply_transposed(const Vector& x, const Vector& y) const override;
  [[nodiscard]] bool attaches() const override { return matrix_.attaches(); }
  /// The matrix once, x once, y once; two operations a nonzero.
  [[nodiscard]] Cost cost(int width) const override;

 private:
  const LocalMatrix& matrix_;
  Halo& halo_;
};

/// Writes one letter for each application of another operator into a log that others share.
class LoggedOperator final : public Operator {
 public:
  LoggedOperator(const Operator& observed, std::string& events) : observed_(observed), events_(events) {}

  void apply(const Vector& x, const Vector& y, const BlockTask* after) const override {
    events_ += 'A';
    observed_.apply(x, y, after);
  }
  void apply_transposed(const Vector& x, const Vector& y) const override {
    events_ += 'T';
    observed_.apply_transposed(x, y);
  }
  [[nodiscard]] bool attaches() const override { return observed_.attaches(); }
  [[nodiscard]] Cost cost(int width) const override { return observed_.cost(width); }

 private:
  const Operator& observed_;
  std::string& events_;
};

}  // namespace minikrylov
