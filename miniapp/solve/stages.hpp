// The stages of a measured solve: explore, time, record. For solve.cpp.
#pragma once
#include "miniapp/methods/running/run_method.hpp"
#include "miniapp/solve/solve.hpp"

namespace minikrylov {

/// A method to be measured.
struct Measured {
  MethodRun run;
  Reduction& reduction;
  NoiseOptions noise;
  ResidualNorm norm;
  int norm_exponent = 0;          ///< e: in that norm, residuals are 2^e times those of the original system
  std::vector<double> norm_of_b;  ///< ‖b‖₂ of each right-hand side, whatever the norm of the stopping test
};

/// `call`, preceded by the emulated delay of this rank in each iteration; empty if there is neither.
[[nodiscard]] std::function<void(int, double)> with_noise(const Measured& measured, const Communicator& ranks,
                                                          std::function<void(int, double)> call = {});

/// The iterate in x when iterate i is tested: s-step methods deliver the last one of a block before they test the next.
[[nodiscard]] constexpr int delivered_at(const CatalogueRow& row, int i) {
  return row.needs == Needs::basis && i > 0 ? i - 1 : i;
}

/// When a method first reaches an accuracy, and the best it attains.
struct Accuracy {
  int iterations = 0;     ///< until ‖b - A x‖₂ reaches the requested accuracy, or else its minimum
  double attainable = 0;  ///< the minimum of ‖b - A x‖₂ / ‖b‖₂ for the worst right-hand side
};

/// Iterates until the recurrence residual is at rounding level, computing each true residual. Collective.
[[nodiscard]] Accuracy explore_accuracy(const Measured& measured, double wanted, const SolveInputs& inputs);

/// Warm-up and timed repetitions, with the triad measured beside each. Collective.
[[nodiscard]] SolveTimes run_timed(const Measured& measured, const RunOptions& often, const SolveInputs& inputs,
                                   ProgressLine& progress);

/// Traffic counters per iteration, and the time to move that many bytes at `triad` bytes per second or, in caches, at
/// that of their level. Collective.
[[nodiscard]] SolveCosts costs_of(const Outcome& outcome, const MethodRun& run, double triad,
                                  const SolveInputs& inputs);

/// Results of the recorded repetition.
struct Recorded {
  SolveResult result;
  SolveCosts costs;
  ProgressUse progress;
  SolveProfile profile;
};

/// One more solve with all observers, whose times do not count. `triad` in bytes per second converts bytes to time.
/// Collective.
[[nodiscard]] Recorded run_recorded(const Measured& measured, Detail detail, double triad, const SolveInputs& inputs);

}  // namespace minikrylov
