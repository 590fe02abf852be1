// Measurements in interleaved rounds.
#include "miniapp/timing/choices/fastest.hpp"

#include <algorithm>

#include "miniapp/timing/statistics.hpp"

namespace minikrylov {

std::vector<std::vector<double>> interleaved_times(std::size_t count, const std::function<double(std::size_t)>& seconds,
                                                   const Rounds& rounds) {
  std::vector<std::vector<double>> samples(count);
  for (int round = 0; round < rounds.warm_up + rounds.timed; ++round)
    for (std::size_t k = 0; k < count; ++k) {
      const double time = seconds(k);
      if (round >= rounds.warm_up) samples[k].push_back(time);
    }
  return samples;
}

std::size_t first_of_the_fastest(const std::vector<double>& times) {
  constexpr double as_fast = 1.03;  // smaller differences are noise: the first candidate, the simplest, is kept
  const double best = *std::min_element(times.begin(), times.end());
  const auto first = std::find_if(times.begin(), times.end(), [&](double time) { return time <= as_fast * best; });
  return static_cast<std::size_t>(first - times.begin());
}

std::vector<double> median_times(std::size_t count, const std::function<double(std::size_t)>& seconds,
                                 const Rounds& rounds) {
  std::vector<double> medians;
  for (const std::vector<double>& times : interleaved_times(count, seconds, rounds))
    medians.push_back(summarise(times).median);
  return medians;
}

std::size_t first_of_the_fastest(std::size_t count, const std::function<double(std::size_t)>& seconds) {
  return first_of_the_fastest(median_times(count, seconds));
}

}  // namespace minikrylov
