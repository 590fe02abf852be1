// Predicted and measured times of the solves in results files.
#pragma once
#include "miniapp/model/record.hpp"
#include "miniapp/results/reader.hpp"

namespace minikrylov {

/// Both models' predictions of each solve that took iterations, see predicted_seconds(): of its repetition with the
/// median error by data transfer, at the bandwidth of memory measured beside that one. Not collective.
[[nodiscard]] std::vector<ComparisonRow> compare(const std::vector<MeasuredSolve>& solves, const MachineModel& machine);

/// The printed comparison: all rows, and the mean and maximum error per method.
[[nodiscard]] std::string report_model_comparison(const std::vector<ComparisonRow>& rows);

}  // namespace minikrylov
