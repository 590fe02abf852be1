// Choosing the fastest candidate on a noisy machine.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

namespace minikrylov {

/// Interleaved rounds of a measurement.
struct Rounds {
  int warm_up = 2, timed = 9;
};

/// The times of each of the candidates 0 … count-1, without those of the warm-up; `seconds` runs one.
[[nodiscard]] std::vector<std::vector<double>> interleaved_times(std::size_t count,
                                                                 const std::function<double(std::size_t)>& seconds,
                                                                 const Rounds& rounds);

/// The first whose time is within 3 % of the minimum.
[[nodiscard]] std::size_t first_of_the_fastest(const std::vector<double>& times);

/// The median times of the candidates 0 … count-1, measured in interleaved rounds after a few warm-up rounds. `seconds`
/// runs a candidate and must return the same on all ranks, so that they agree.
[[nodiscard]] std::vector<double> median_times(std::size_t count, const std::function<double(std::size_t)>& seconds,
                                               const Rounds& rounds = {});

/// The first of the candidates whose median time, measured so, is within 3 % of the minimum.
[[nodiscard]] std::size_t first_of_the_fastest(std::size_t count, const std::function<double(std::size_t)>& seconds);

}  // namespace minikrylov
