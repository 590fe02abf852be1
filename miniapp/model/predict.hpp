// Predicted times of methods over numbers of nodes, and which method is best.
#pragma once
#include "miniapp/model/record.hpp"

namespace minikrylov {

/// What to predict: all combinations of these lists.
struct PredictionPlan {
  MachineModel machine;
  Workload workload;  ///< rhs and alpha come from the lists; a polynomial M replaces the alphas
  std::vector<std::string> methods;
  Formulation formulation = Formulation::merged;  ///< merged or basic
  std::vector<int> rhs{1};
  std::vector<double> gammas, alphas;
  std::vector<DataIn> places;
  std::vector<int> steps{2, 4, 8};                 ///< s of s-step methods
  BasisKind basis = BasisKind::chebyshev;          ///< theirs
  PowersHalo powers_halo = PowersHalo::automatic;  ///< automatic: the faster one on each number of nodes
  double most_nodes = 1000;
};

/// Numbers of nodes from 1 to `most`: all up to 10, then 24 per decade.
[[nodiscard]] std::vector<double> node_counts(double most);

/// Curves of all methods, with relative performance and speed-up within each group. Not collective.
[[nodiscard]] std::vector<CurveRecord> predict(const PredictionPlan& plan);

/// "bicgstab, ibicgstab from 18 nodes": one line per group of curves that differ only in the method.
[[nodiscard]] std::string best_methods(const std::vector<CurveRecord>& curves);

/// One sentence of advice: the best method of each group with the machine's own γ, for the first number of right-hand
/// sides, α and data source.
[[nodiscard]] std::string advice(const PredictionPlan& plan, const std::vector<CurveRecord>& curves);

/// Seconds per iteration on 1, 10, 100 … nodes, for the same setting.
[[nodiscard]] std::string table_of(const PredictionPlan& plan, const std::vector<CurveRecord>& curves);

}  // namespace minikrylov
