// Polynomial preconditioners: powers of the matrix, no factors, no reductions.
#pragma once
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/system/preconditioner/preconditioners.hpp"

namespace minikrylov {

/// z_0 = `first` D⁻¹ r, then one term per product, whose y_0 is z_0; the last z is p(D⁻¹ A) D⁻¹ r.
struct PolynomialSteps {
  double first = 1;
  std::vector<PowersTerm> terms{};
};

/// The terms of the same z_1, z_2, … from y_0 = r, without D: where D⁻¹ is `factor` times the identity, z_0 is a
/// multiple of r that need not be computed.
[[nodiscard]] std::vector<PowersTerm> terms_from_residual(const PolynomialSteps& steps, double factor);

/// z = p(D⁻¹ A) D⁻¹ r, D = diag(A), by a recurrence of three terms: all products in one pass over A where that is
/// possible (see Operator::apply_powers), and no sums over ranks. The same linear map in each application, for vectors
/// r with as much room for ghosts.
class Polynomial final : public Preconditioner {
 public:
  /// A must outlive this. `rows` and `ghosts`: of each vector to which A is applied.
  Polynomial(const Operator& A, Jacobi inverse_diagonal, LocalIndex rows, LocalIndex ghosts, PolynomialSteps steps);

  [[nodiscard]] PreconditionerKind kind() const override { return PreconditionerKind::general; }
  [[nodiscard]] Array<double> inverse_diagonal() const override { return {}; }
  /// Collective; overwrites the ghosts of r and z.
  void apply(const Vector& r, const Vector& z, ProgressHook* progress) const override;
  [[nodiscard]] Cost cost(int width) const override;

 private:
  /// Kernels for one width, z_0, and the vectors that z_1, z_2, … up to the result use in turn.
  struct Scratch {
    Kernels kernels;
    std::vector<Vector> z;
  };
  [[nodiscard]] Scratch& scratch(int width) const;
  /// Where powers start.
  enum class Start { residual, scaled_residual };
  /// At r itself if it can be multiplied.
  [[nodiscard]] Start start_from(LocalIndex capacity) const {
    return terms_from_residual_.empty() || capacity < rows_ + ghosts_ ? Start::scaled_residual : Start::residual;
  }
  [[nodiscard]] Powers all_of(Start start, std::span<const PowersChain> chains) const {
    if (start == Start::residual) return {.terms = terms_from_residual_, .chains = chains, .wanted = Wanted::last};
    return {.terms = steps_.terms, .chains = chains, .inverse_diagonal = D_.inverse_diagonal(), .wanted = Wanted::last};
  }
  /// z_0, or r, to z_degree, the last of which is `z`; as few others as A allows, none of which is `z`.
  [[nodiscard]] std::vector<Vector> chain(const Scratch& scratch, Start start, const Vector& r, const Vector& z) const;

  const Operator& A_;
  Jacobi D_;
  LocalIndex rows_, ghosts_;
  PolynomialSteps steps_;
  std::vector<PowersTerm> terms_from_residual_;             ///< empty if D⁻¹ is not a multiple of the identity
  mutable std::map<std::pair<int, int>, Scratch> scratch_;  ///< by width and distinct powers
};

/// The polynomial of `steps` in D⁻¹ A of the system; what `from` refers to must outlive it. Throws as Jacobi does.
[[nodiscard]] std::unique_ptr<Polynomial> make_polynomial(const PreconditionerInputs& from, PolynomialSteps steps);

}  // namespace minikrylov
