// Predicted and measured times of the solves in results files.
#pragma once
#include "miniapp/model/record.hpp"
#include "miniapp/results/reader.hpp"

namespace minikrylov {

/// The time per iteration of `solve` on `machine`, with bandwidths scaled to the triad measured beside the solve, since
/// a shared machine's speed varies.
[[nodiscard]] double predicted_seconds(const MeasuredSolve& solve, const MachineModel& machine);

[[nodiscard]] std::vector<ComparisonRow> compare(const std::vector<MeasuredSolve>& solves, const MachineModel& machine);

/// The rows, and the mean and maximum error per method.
[[nodiscard]] std::string report_model_comparison(const std::vector<ComparisonRow>& rows);

}  // namespace minikrylov
