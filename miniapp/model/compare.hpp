// Predicted against measured times of the solves in results files.
#pragma once
#include "miniapp/model/record.hpp"
#include "miniapp/results/reader.hpp"

namespace minikrylov {

/// The time of an iteration of `solve` on `machine`, whose bandwidths are scaled to the triad that was measured beside
/// it: a shared machine is not equally fast all the time.
[[nodiscard]] double predicted_seconds(const MeasuredSolve& solve, const MachineModel& machine);

[[nodiscard]] std::vector<ComparisonRow> compare(const std::vector<MeasuredSolve>& solves, const MachineModel& machine);

/// The rows, and per method the mean and the largest error.
[[nodiscard]] std::string report_model_comparison(const std::vector<ComparisonRow>& rows);

}  // namespace minikrylov
