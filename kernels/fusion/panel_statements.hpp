// Statements on panels, written as formulas; as those of statements.hpp, they are values that Kernels::run() runs.
//   powers(A, basis, P, R)            the columns 1 … of P and R from their first ones
//   powers_by_images(M, A, basis, P, MP)  the same of M⁻¹ A, for any M, with M times each column
//   transposed(Y) * Y                 the inner products of columns; run together with powers, for a symmetric A, from
//                                     fewer of them where the basis allows it
//   at_once(running, x = x + Y * e, p = Y * a)
#pragma once
#include <cmath>
#include <concepts>
#include <optional>
#include <span>
#include <utility>

#include "kernels/fusion/formula.hpp"
#include "kernels/fusion/kernel_runner.hpp"
#include "kernels/fusion/panel.hpp"
#include "kernels/fusion/statements.hpp"
#include "kernels/fusion/traffic_meter.hpp"
#include "kernels/schedule/powers_moments.hpp"

namespace minikrylov {

/// Columns 1 … of each panel from its first one, in one pass over A.
struct PowersStatement {
  const Operator* A;
  std::span<const PowersTerm> terms;
  std::vector<Panel> panels;
  Array<double> inverse_diagonal{};
  PanelWeights symmetric_in{};  ///< the inner product in which the operator is self-adjoint if A is
};
template <class... P> PowersStatement powers(const Operator& A, std::span<const PowersTerm> terms, const P&... panels) {
  return {&A, terms, {panels...}};
}
/// wᵖ with w = diag(M), for inner products.
inline PanelWeights weights_of(const Preconditioner& M, int power) {
  if (const auto same = M.multiple_of_identity()) return {.factor = std::pow(*same, -power)};
  return power == 0 ? PanelWeights{} : PanelWeights{M.inverse_diagonal(), power};
}
/// The same for M⁻¹ A with a diagonal M.
template <class... P>
PowersStatement powers(const Preconditioner& M, const Operator& A, std::span<const PowersTerm> terms,
                       const P&... panels) {
  return {&A, terms, {panels...}, M.inverse_diagonal(), weights_of(M, 1)};
}

/// Columns 1 … of V and of W = M V from their first ones, for an M of which only the inverse can be applied: M v_k =
/// a A v_{k-1} + b M v_{k-1} + c M v_{k-2} takes a product with A, and v_k is M⁻¹ times that. Terms have no d.
struct ImagesStatement {
  const Preconditioner* M;
  const Operator* A;
  std::span<const PowersTerm> terms;
  Panel V, W;
};
inline ImagesStatement powers_by_images(const Preconditioner& M, const Operator& A, std::span<const PowersTerm> terms,
                                        Panel V, Panel W) {
  return {&M, &A, terms, std::move(V), std::move(W)};
}

/// Xᵀ W Y.
struct GramStatement {
  InnerProducts products;
  const char* letter = "";  ///< of W, with a space
};
struct TransposedPanel {
  const Panel& X;
};
inline TransposedPanel transposed(const Panel& X) { return {X}; }
inline GramStatement operator*(const TransposedPanel& t, const Panel& Y) { return {{t.X, Y}}; }
/// Yᵀ Mᵖ Y with a diagonal M.
inline GramStatement weighted(const Panel& Y, const Preconditioner& M, int power) {
  return {{Y, Y, weights_of(M, power)}, power == 0 ? "" : power == 1 ? "M " : "M² "};
}

/// Linear combinations of the columns of one panel, assigned at once.
struct CombineStatement {
  std::vector<PanelAssign> list;
  Scalars running;  ///< right-hand sides whose vectors change, 1 or 0
};
template <class... P> CombineStatement at_once(const Scalars& running, const P&... list) {
  return {{list...}, running};
}

/// This rank's part of a Gram matrix, or of what determines it.
struct LocalGram {
  int size;
  std::vector<double> values;  ///< all inner products, in the order that Gram takes, or moments
  std::string text;
  std::optional<MomentLayout> moments{};
};

/// Those without sums.
template <class S>
concept PanelStatement =
    std::same_as<S, PowersStatement> || std::same_as<S, ImagesStatement> || std::same_as<S, CombineStatement>;

/// Runs a statement and counts it. A device puts sums into `pinned`.
void run_on_panels(const PowersStatement& s, TrafficMeter& meter, KernelRunner& runner, const Execution& how);
void run_on_panels(const ImagesStatement& s, TrafficMeter& meter, KernelRunner& runner, const Execution& how);
[[nodiscard]] LocalGram run_on_panels(const GramStatement& s, TrafficMeter& meter, KernelRunner& runner,
                                      PinnedSums& pinned, const Execution& how);
void run_on_panels(const CombineStatement& s, TrafficMeter& meter, KernelRunner& runner, const Execution& how);

/// Passes over the columns of a panel for Gram matrices beside powers: none where moments are summed while these are in
/// cache, one for all matrices, or one for each.
enum class GramPasses { none, one, each };

/// Gram matrices of as many columns each; in one pass unless `passes` says otherwise. The same bits however many.
[[nodiscard]] std::vector<LocalGram> run_on_panels(const std::vector<GramStatement>& grams, GramPasses passes,
                                                   TrafficMeter& meter, KernelRunner& runner, PinnedSums& pinned,
                                                   const Execution& how);

/// Powers, and Gram matrices of the panel made of them: by moments, unless `sums` is null, where the operator is
/// self-adjoint in the inner product and Chebyshev's polynomials make the basis; otherwise from all columns, which
/// needs no symmetry. The same bits however many passes there are.
[[nodiscard]] std::vector<LocalGram> run_on_panels(const PowersStatement& s, const std::vector<GramStatement>& grams,
                                                   GramPasses passes, MomentSums* sums, TrafficMeter& meter,
                                                   KernelRunner& runner, PinnedSums& pinned, const Execution& how);

}  // namespace minikrylov
