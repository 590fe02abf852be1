// The options of `minikrylov model`.
#pragma once
#include <optional>
#include <span>
#include <variant>

#include "miniapp/model/predict.hpp"
#include "miniapp/results/results.hpp"
#include "problems/problem.hpp"
#include "problems/require.hpp"

namespace minikrylov {

struct CalibrateOptions {
  std::optional<std::string> file;  ///< unset: the machine is printed
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

struct PredictOptions {
  PredictionPlan plan;
  std::optional<ProblemKind> sample;  ///< set: the matrix is stored as SELL, and its bytes are those of a sample
  int points = 1000;                  ///< in each direction
  std::string workload;               ///< in words
  std::optional<std::string> file;
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

struct CompareOptions {
  MachineModel machine;
  std::vector<std::string> results;
  std::optional<std::string> file;
  OverwritePolicy overwrite = OverwritePolicy::refuse;
};

/// A `model` job that makes sense, or a text to print.
using ModelJob = std::variant<CalibrateOptions, PredictOptions, CompareOptions, std::string>;

/// Reads the words after "model". Complaints, not exceptions.
[[nodiscard]] ModelJob parse_model(std::span<const std::string> words, Complaints& complaints);

}  // namespace minikrylov
