// Predicted times of methods over numbers of nodes, and which method is the best.
#pragma once
#include "miniapp/model/record.hpp"

namespace minikrylov {

/// What is predicted: each combination.
struct PredictionPlan {
  MachineModel machine;
  Workload workload;  ///< rhs and alpha are those of the lists
  std::vector<std::string> methods;
  std::vector<int> rhs{1};
  std::vector<double> gammas, alphas;
  std::vector<DataIn> places;
  double most_nodes = 1000;
};

/// Numbers of nodes from 1 to `most`: all up to 10, then 24 a decade.
[[nodiscard]] std::vector<double> node_counts(double most);

/// Curves of all methods; relative performance and speed-up within each group. Not collective.
[[nodiscard]] std::vector<CurveRecord> predict(const PredictionPlan& plan);

/// "bicgstab, ibicgstab from 18 nodes", for each group of curves that differ in the method only: a line each.
[[nodiscard]] std::string best_methods(const std::vector<CurveRecord>& curves);

/// The sentence for those who only want to know: the best methods of each kind with the machine's own γ, for the first
/// number of right-hand sides, α and place of the data.
[[nodiscard]] std::string advice(const PredictionPlan& plan, const std::vector<CurveRecord>& curves);

/// Seconds of an iteration on 1, 10, 100 … nodes, for the same setting.
[[nodiscard]] std::string table_of(const PredictionPlan& plan, const std::vector<CurveRecord>& curves);

}  // namespace minikrylov
