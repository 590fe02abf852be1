// One method on one system: timed without instrumentation, then once more with a record of everything.
#pragma once
#include "comm/reduction.hpp"
#include "miniapp/settings/solve_options.hpp"
#include "miniapp/solve/progress_line.hpp"
#include "miniapp/solve/record.hpp"
#include "miniapp/solve/trace_file.hpp"
#include "miniapp/system/operators.hpp"
#include "miniapp/system/right_hand_sides.hpp"
#include "miniapp/system/system.hpp"
#include "miniapp/timing/triad.hpp"

namespace minikrylov {

/// Whether a small residual bounds the error: that of our own problems is known to; of a matrix from a file nothing is.
enum class Conditioning { known, unknown };

/// What is the same for all methods of a run. Everything in it must outlive the solves.
struct SolveInputs {
  const System& system;
  const DistributedMatrix& A;
  const RightHandSides& sides;
  const Communicator& ranks;
  const CommonTriad& triad;
  TraceFile* trace = nullptr;  ///< where traces are collected; null: nowhere
  Conditioning conditioning = Conditioning::known;
  double known_triad = 0;  ///< bytes per second, for repetitions too short to measure beside; 0: measure all the same
};

/// Solves with one method: warm-up, timed repetitions, one recorded repetition, checks. Collective.
[[nodiscard]] SolveRecord solve(const ChosenMethod& chosen, const MethodOptions& how, const RunOptions& often,
                                const NetworkOptions& network, const SolveInputs& inputs, ProgressLine& progress);

}  // namespace minikrylov
