// Statistics of measured times: quantiles, and a confidence interval of the median.
#include "miniapp/timing/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace minikrylov {
namespace {

/// The probability that exactly k of n samples lie below the median.
double probability_below(double n, double k) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::log(2.0));
}

/// The probability that fewer than k of n samples lie below the median, summed from the largest term down.
double probability_of_fewer(std::size_t n, std::size_t k) {
  double sum = 0;
  for (std::size_t i = k; i-- > 0;) {
    const double term = probability_below(static_cast<double>(n), static_cast<double>(i));
    sum += term;
    if (term < 1e-18 * sum) break;
  }
  return sum;
}

}  // namespace

MedianInterval median_interval(std::span<const double> sorted, double level) {
  const std::size_t n = sorted.size();
  const auto coverage_of = [n](std::size_t k) { return 1 - 2 * probability_of_fewer(n, k); };
  // The probability that the k-th smallest and the k-th largest sample enclose the median decreases with k.
  std::size_t enough = 0, too_many = n / 2 + 1;
  while (too_many - enough > 1) {
    const std::size_t middle = (enough + too_many) / 2;
    (coverage_of(middle) >= level ? enough : too_many) = middle;
  }
  const std::size_t k = std::max<std::size_t>(enough, 1);
  return {.low = sorted[k - 1],
          .high = sorted[n - k],
          .coverage = coverage_of(k),
          .confidence = enough > 0 ? Confidence::reached : Confidence::too_few_samples};
}

double quantile(std::span<const double> sorted, double p) {
  const double position = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Summary summarise(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  return {.count = samples.size(),
          .minimum = samples.front(),
          .median = quantile(samples, 0.5),
          .maximum = samples.back(),
          .interval = median_interval(samples, 0.99)};
}

}  // namespace minikrylov
