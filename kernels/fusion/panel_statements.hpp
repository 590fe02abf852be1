// Statements on panels, written as formulas; as those of statements.hpp, they are values that Kernels::run() runs.
//   powers(A, basis, P, R)            the columns 1 … of P and R from their first ones
//   transposed(Y) * Y                 the inner products of columns
//   at_once(running, x = x + Y * e, p = Y * a)
#pragma once
#include <concepts>
#include <span>

#include "kernels/fusion/formula.hpp"
#include "kernels/fusion/kernel_runner.hpp"
#include "kernels/fusion/panel.hpp"
#include "kernels/fusion/statements.hpp"
#include "kernels/fusion/traffic_meter.hpp"

namespace minikrylov {

/// Columns 1 … of each panel from its first one, in one pass over A.
struct PowersStatement {
  const Operator* A;
  std::span<const PowersTerm> terms;
  std::vector<Panel> panels;
  Array<double> inverse_diagonal{};
};
template <class... P> PowersStatement powers(const Operator& A, std::span<const PowersTerm> terms, const P&... panels) {
  return {&A, terms, {panels...}};
}
/// The same for M⁻¹ A with a diagonal M.
template <class... P>
PowersStatement powers(const Preconditioner& M, const Operator& A, std::span<const PowersTerm> terms,
                       const P&... panels) {
  return {&A, terms, {panels...}, M.inverse_diagonal()};
}

/// Yᵀ W Y.
struct GramStatement {
  Panel Y;
  PanelWeights weights;
  const char* letter = "";  ///< of W, with a space
};
struct TransposedPanel {
  const Panel& Y;
};
inline TransposedPanel transposed(const Panel& Y) { return {Y}; }
inline GramStatement operator*(const TransposedPanel&, const Panel& Y) { return {Y, {}}; }
/// Yᵀ Mᵖ Y with a diagonal M.
inline GramStatement weighted(const Panel& Y, const Preconditioner& M, int power) {
  if (power == 0) return {Y, {}};
  return {Y, {M.inverse_diagonal(), power}, power == 1 ? "M " : "M² "};
}

/// Linear combinations of the columns of one panel, assigned at once.
struct CombineStatement {
  std::vector<PanelAssign> list;
  Scalars running;  ///< right-hand sides whose vectors change, 1 or 0
};
template <class... P> CombineStatement at_once(const Scalars& running, const P&... list) {
  return {{list...}, running};
}

/// This rank's part of a Gram matrix.
struct LocalGram {
  int size;
  std::vector<double> packed;
  std::string text;
};

template <class S>
concept PanelStatement =
    std::same_as<S, PowersStatement> || std::same_as<S, GramStatement> || std::same_as<S, CombineStatement>;

/// Runs a statement and counts it. On a host, loops over rows poll `progress` unless it is null.
void run_on_panels(const PowersStatement& s, TrafficMeter& meter, KernelRunner& runner, ProgressHook* progress);
[[nodiscard]] LocalGram run_on_panels(const GramStatement& s, TrafficMeter& meter, KernelRunner& runner,
                                      ProgressHook* progress);
void run_on_panels(const CombineStatement& s, TrafficMeter& meter, KernelRunner& runner, ProgressHook* progress);

}  // namespace minikrylov
