// Predicted against measured times of the solves in results files.
#pragma once
#include <optional>

#include "miniapp/model/record.hpp"

namespace minikrylov {

/// What the model needs to know of a solve that ran, as its results file has it. All per iteration; of all ranks.
struct MeasuredSolve {
  std::string file, method, preconditioner, format;
  int ranks = 1, rhs = 1;
  std::int64_t rows = 0;
  double seconds = 0;  ///< the median
  double vectors_read = 0, vectors_written = 0, vectors_filled = 0, products = 0, preconditions = 0, sums = 0;
  double product_seconds = 0;     ///< of a product with one right-hand side, halo included; 0: unknown
  double product_triad = 0;       ///< bytes/s of all ranks together, measured beside it
  double precondition_bytes = 0;  ///< of one application; 0 where it joins the sweeps and has nothing to read
  double matrix_bytes = 0, vector_bytes = 0;
  double ghosts = 0, neighbours = 0;  ///< of the rank that has most
  double triad = 0;                   ///< bytes/s of all ranks together, measured beside the solve
  double hosts = 1;                   ///< that the ranks ran on
  double emulated_latency = 0;
};

/// The time of an iteration of `solve` on `machine`, whose bandwidths are scaled to the triad that was measured beside
/// it: a shared machine is not equally fast all the time.
[[nodiscard]] double predicted_seconds(const MeasuredSolve& solve, const MachineModel& machine);

[[nodiscard]] std::vector<ComparisonRow> compare(const std::vector<MeasuredSolve>& solves, const MachineModel& machine);

/// The rows, and per method the mean and the largest error.
[[nodiscard]] std::string report_model_comparison(const std::vector<ComparisonRow>& rows);

}  // namespace minikrylov
