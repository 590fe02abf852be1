// Predictions and comparisons of `minikrylov model`: plain data.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "miniapp/model/times.hpp"
#include "miniapp/solve/record.hpp"

namespace minikrylov {

enum class TimeModel {
  data_transfer,  ///< Krasnopolsky 2019
  loggops         ///< Eller and Gropp 2016
};

template <> struct Names<TimeModel> {
  static constexpr std::string_view noun = "model";
  static constexpr std::array table = {
      Name<TimeModel>{"data-transfer", TimeModel::data_transfer, "bytes over bandwidth, with fitted communication"},
      Name<TimeModel>{"loggops", TimeModel::loggops, "the same with LogGOPS messages and noise"},
  };
};

template <> struct Names<DataIn> {
  static constexpr std::string_view noun = "place";
  static constexpr std::array table = {
      Name<DataIn>{"memory", DataIn::memory, "all data in memory"},
      Name<DataIn>{"cache", DataIn::cache, "all data in the last-level cache"},
      Name<DataIn>{"by-size", DataIn::by_size, "in the cache where matrix and vectors fit, otherwise in memory"},
  };
};

/// A method's predicted times over numbers of nodes. Methods that rearrange the same classical one form a group.
struct CurveRecord {
  std::string method, classical;
  std::optional<int> steps{};        ///< s of s-step methods
  std::optional<BasisKind> basis{};  ///< theirs
  TimeModel model = TimeModel::data_transfer;
  DataIn data = DataIn::memory;
  double gamma = 1;
  int rhs = 1;
  double alpha = 0;
  std::vector<double> nodes, seconds;
  std::vector<double> relative_performance;  ///< equation (22), within its group
  std::vector<double> speedup;               ///< equation (23)
};

struct PredictionRecord {
  RunRecord run;
  std::string machine;   ///< in the format of a machine file
  std::string workload;  ///< in words
  Formulation formulation = Formulation::merged;
  std::vector<CurveRecord> curves;
  std::string answer;   ///< which method is best, and where
  std::string details;  ///< times, and the best method of each setting
};

/// A measured solve, with the models' predictions per iteration, of its repetition with the median error.
struct ComparisonRow {
  std::string file, method, preconditioner, format;
  int ranks = 1, rhs = 1;
  std::int64_t rows = 0;
  double emulated_latency = 0, emulated_bandwidth = 0, emulated_noise = 0;  ///< 0: none
  double measured_seconds = 0;
  double predicted_seconds = 0, error = 0;        ///< by data transfer; error: predicted / measured - 1
  double loggops_seconds = 0, loggops_error = 0;  ///< by LogGOPS

  [[nodiscard]] bool is_emulated() const {
    return emulated_latency > 0 || emulated_bandwidth > 0 || emulated_noise > 0;
  }
};

struct ModelComparisonRecord {
  RunRecord run;
  std::string machine;
  std::vector<ComparisonRow> rows;
};

}  // namespace minikrylov
