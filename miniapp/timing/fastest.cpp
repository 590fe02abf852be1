// Measurements in interleaved rounds.
#include "miniapp/timing/fastest.hpp"

#include <algorithm>
#include <vector>

#include "miniapp/timing/statistics.hpp"

namespace minikrylov {

std::size_t first_of_the_fastest(std::size_t count, const std::function<double(std::size_t)>& seconds) {
  constexpr int warm_up = 2, rounds = 9;
  constexpr double as_fast = 1.03;
  std::vector<std::vector<double>> samples(count);
  for (int round = 0; round < warm_up + rounds; ++round)
    for (std::size_t k = 0; k < count; ++k) {
      const double time = seconds(k);
      if (round >= warm_up) samples[k].push_back(time);
    }
  std::vector<double> medians;
  for (const std::vector<double>& of_candidate : samples) medians.push_back(summarise(of_candidate).median);
  const double best = *std::min_element(medians.begin(), medians.end());
  const auto first = std::find_if(medians.begin(), medians.end(), [&](double m) { return m <= as_fast * best; });
  return static_cast<std::size_t>(first - medians.begin());
}

}  // namespace minikrylov
