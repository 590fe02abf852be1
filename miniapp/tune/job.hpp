// A tune job from the measurement to its table.
#pragma once
#include "miniapp/timing/choices/known_tuning.hpp"

namespace minikrylov {

/// The record of a tune job.
struct TuneRecord {
  RunRecord run;
  MeasuredTuning measured;
};

/// Measures all candidates and stores what was chosen. Collective; the same on all ranks.
[[nodiscard]] TuneRecord run_tune_job(const RunRecord& metadata, const Communicator& ranks);

/// Two tables: choice, value, time, relative to the best; kernel, time with the defaults and with the chosen values.
[[nodiscard]] std::string report(const TuneRecord& record);

}  // namespace minikrylov
