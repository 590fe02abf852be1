// The stages of a solve that is measured: find out, time, record. For solve.cpp.
#pragma once
#include "miniapp/methods/running/run_method.hpp"
#include "miniapp/solve/solve.hpp"

namespace minikrylov {

/// A method that is about to be measured.
struct Measured {
  MethodRun run;
  Reduction& reduction;
  NoiseOptions noise;
  ProgressOptions progress;
  ResidualNorm norm;
  std::vector<double> norm_of_b;  ///< ‖b‖₂ of each right-hand side, whatever the norm of the stopping test
};

/// `call` after the delay that is emulated in each iteration on this rank; nothing where there is neither.
[[nodiscard]] std::function<void(int, double)> with_noise(const Measured& measured, const Communicator& ranks,
                                                          std::function<void(int, double)> call = {});

/// When a method first reached an accuracy, and the best that it can.
struct Accuracy {
  int iterations = 0;  ///< until ‖b - A x‖₂ ≤ the accuracy asked for, or until the smallest one if it never is
  double attainable = 0;  ///< the smallest ‖b - A x‖₂ / ‖b‖₂ of the worst right-hand side
};

/// Iterates until the recurrence residual is down to rounding errors, and looks at each true residual. Collective.
[[nodiscard]] Accuracy explore_accuracy(Measured& measured, double wanted, const SolveInputs& inputs);

/// Warm-up and timed repetitions, the triad measured beside each. Collective.
[[nodiscard]] SolveTimes run_timed(Measured& measured, const RunOptions& often, const SolveInputs& inputs,
                                   ProgressLine& progress);

/// What the recorded repetition leaves.
struct Recorded {
  SolveResult result;
  SolveCosts costs;
  ProgressUse progress;
  SolveProfile profile;
};

/// One more solve with every observer in place, whose times are not those that count. Bytes become a time by `triad`,
/// in bytes per second. Collective.
[[nodiscard]] Recorded run_recorded(Measured& measured, Detail detail, double triad, const SolveInputs& inputs);

}  // namespace minikrylov
