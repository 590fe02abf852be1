// Preconditioners that fused kernels apply themselves: none, and the inverse diagonal.
#pragma once
#include <map>
#include <memory>

#include "kernels/fusion/operators.hpp"
#include "miniapp/system/preconditioner/preconditioner_table.hpp"
#include "miniapp/system/system.hpp"

namespace minikrylov {

/// z = r.
class Identity final : public Preconditioner {
 public:
  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::identity; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override { copy(r, z, progress); }
  [[nodiscard]] Cost cost(int width) const override;
  [[nodiscard]] std::optional<double> multiple_of_identity() const override { return 1; }
};

/// z = diag(A)⁻¹ r.
class Jacobi final : public Preconditioner {
 public:
  /// Inverts each diagonal entry. A zero becomes 1, or throws a SetupError that names the first such row. `same`: the
  /// entry, if it is known to be the same in all rows of all ranks.
  explicit Jacobi(Array<double> diagonal, ZeroDiagonal zeros = ZeroDiagonal::refused, std::optional<double> same = {});

  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::diagonal; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return inverse_diagonal_; }
  [[nodiscard]] RowFactors factors() const override { return factors_of(inverse_diagonal_, repeated_); }
  /// For fused kernels on the first `rows` rows, stores pieces that repeat once, if that saves most of their bytes;
  /// other functions read the array.
  void store_repeats_once(LocalIndex rows) { repeated_ = repeated_pieces(inverse_diagonal_, rows); }
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override;
  [[nodiscard]] Cost cost(int width) const override;
  [[nodiscard]] std::optional<double> multiple_of_identity() const override { return factor_; }

 private:
  Array<double> inverse_diagonal_;
  RepeatedPieces repeated_;
  std::optional<double> factor_;
};

/// z = r at the cost of `cost` vectors read and written, by cost/2 successive copies: the emulated preconditioner of
/// B. Krasnopolsky's execution-time models (2019), https://arxiv.org/abs/1907.12874.
class Emulated final : public Preconditioner {
 public:
  /// `cost` must be even and at least 2.
  Emulated(int cost, LocalIndex rows) : copies_(cost / 2), rows_(rows) {}

  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override;
  [[nodiscard]] Cost cost(int width) const override;

 private:
  int copies_;
  LocalIndex rows_;
  mutable std::map<int, Vector> scratch_;  // by width, allocated on first use
};

/// Any preconditioner presented as a general one, so that fused kernels end before it: what the papers count.
class AsGeneral final : public Preconditioner {
 public:
  explicit AsGeneral(const Preconditioner& hidden, std::string& events) : hidden_(hidden), events_(events) {}
  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override {
    events_ += 'M';
    hidden_.apply(r, z, progress);
  }
  [[nodiscard]] Cost cost(int width) const override { return hidden_.cost(width); }

 private:
  const Preconditioner& hidden_;
  std::string& events_;
};

/// The inputs of preconditioners; they must outlive them.
struct PreconditionerInputs {
  const PreconditionerOptions& how;
  const System& system;
  const Operator& A;  ///< the matrix of `system`
  const Communicator& ranks;
};

/// The chosen preconditioner of `system` with matrix A; both must outlive it. Collective.
[[nodiscard]] std::unique_ptr<Preconditioner> make_preconditioner(PreconditionerChoice choice,
                                                                  const PreconditionerOptions& how,
                                                                  const System& system, const Operator& A,
                                                                  const Communicator& ranks);

/// D⁻¹ of the system, which knows whether it is a multiple of the identity. With a matrix whose repeated chunks are
/// stored once, its repeated pieces are, too. Throws as Jacobi does. Collective.
[[nodiscard]] Jacobi inverse_diagonal_of(const PreconditionerInputs& from, ZeroDiagonal zeros = ZeroDiagonal::refused);

/// Whether it is built from the rows of the matrix, so that a System must keep them.
[[nodiscard]] bool needs_ordered_rows(PreconditionerChoice choice);

/// Whether it stores factors, in double or single precision.
[[nodiscard]] bool stores_factors(PreconditionerChoice choice);

/// Whether it treats the rows of a point as one, so that orderings must keep them together.
[[nodiscard]] bool needs_points(PreconditionerChoice choice);

/// Whether any method's preconditioner satisfies `is_such`.
[[nodiscard]] bool any_preconditioner(const MethodOptions& options, bool (*is_such)(PreconditionerChoice));

}  // namespace minikrylov
