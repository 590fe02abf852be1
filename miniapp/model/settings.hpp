// User settings of `minikrylov model`.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "miniapp/model/predict.hpp"
#include "miniapp/settings/output_options.hpp"
#include "problems/problem.hpp"

namespace minikrylov {

struct CalibrateOptions {
  std::optional<std::string> file;  ///< unset: print the machine
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

struct PredictOptions {
  PredictionPlan plan;
  std::string machine_file;           ///< empty: a predefined machine
  std::optional<ProblemKind> sample;  ///< set: SELL, with its bytes estimated from a sample
  int points = 1000;                  ///< in each direction
  std::string workload;               ///< in words
  std::optional<std::string> file;
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

struct CompareOptions {
  MachineModel machine;
  std::string machine_file;  ///< empty: a predefined machine
  std::vector<std::string> results;
  std::optional<std::string> file;
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

}  // namespace minikrylov
