// The jobs of `minikrylov model`, from options to records and reports.
#pragma once
#include "miniapp/model/settings.hpp"

namespace minikrylov {

/// This machine as a text file. Collective.
[[nodiscard]] std::string run_calibrate_job(const RunRecord& metadata, const Communicator& ranks);

/// Not collective, but each rank assembles a sample of the matrix itself; the same on all ranks.
[[nodiscard]] PredictionRecord run_predict_job(const PredictOptions& options, RunRecord metadata);
[[nodiscard]] ModelComparisonRecord run_compare_job(const CompareOptions& options, RunRecord metadata);

/// The printed reports.
[[nodiscard]] std::string report(const PredictionRecord& record);
[[nodiscard]] std::string report(const ModelComparisonRecord& record);

}  // namespace minikrylov
