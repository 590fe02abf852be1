// One method on one system: timed without instrumentation, then repeated with everything recorded.
#pragma once
#include "comm/reduction/progress.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "miniapp/solve/progress_line.hpp"
#include "miniapp/solve/record.hpp"
#include "miniapp/solve/trace_file.hpp"
#include "miniapp/system/product/operators.hpp"
#include "miniapp/system/right_hand_sides.hpp"
#include "miniapp/system/system.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// Whether a small residual implies a small error: known for our own problems, unknown for a matrix or vectors from a
/// file.
enum class Conditioning { known, unknown };

/// Inputs shared by all methods of a run. All of them must outlive the solves.
struct SolveInputs {
  const System& system;
  const DistributedMatrix& A;
  const RightHandSides& sides;
  const Communicator& ranks;
  const CommonTriad& triad;
  TraceFile* trace = nullptr;  ///< collects traces; null: none
  Conditioning conditioning = Conditioning::known;
  Progress progress{};  ///< what polls messages in flight
  double known_triad =
      0;            ///< bytes per second, for repetitions too short to measure the triad beside them; 0: always measure
  Vector guess{};   ///< x₀, as in MethodRun
  Caches caches{};  ///< if zero, times are predicted from the bandwidth of memory
  const DistributedMatrix* inner = nullptr;  ///< A in lower precision, for inner iterations; null: there is none
};

/// Solves with one method: warm-up, timed repetitions, one recorded repetition, checks. Collective.
[[nodiscard]] SolveRecord solve(const ChosenMethod& chosen, const MethodOptions& how, const RunOptions& often,
                                const NetworkOptions& network, const SolveInputs& inputs, ProgressLine& progress);

}  // namespace minikrylov
