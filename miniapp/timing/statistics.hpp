// Statistics of measured times: quantiles, and a confidence interval of the median.
#pragma once
#include <span>
#include <vector>

namespace minikrylov {

/// Whether an interval reaches the requested confidence.
enum class Confidence { reached, too_few_samples };

/// The true median lies between low and high with probability `coverage`, whatever the distribution of the samples.
struct MedianInterval {
  double low = 0, high = 0;
  double coverage = 0;
  Confidence confidence = Confidence::too_few_samples;
};

/// The narrowest interval between two order statistics that covers the median with at least probability `level`, from
/// the binomial distribution (exact, no normal approximation). With too few samples (fewer than 8 for 0.99) it is the
/// whole range, and `coverage` is that of the range. `sorted` must be ascending and not empty.
[[nodiscard]] MedianInterval median_interval(std::span<const double> sorted, double level);

/// The p-quantile, 0 ≤ p ≤ 1, linear between order statistics (definition 7 of R. Hyndman, Y. Fan, Am. Stat. 50 (1996)
/// 361-365). `sorted` must be ascending and not empty.
[[nodiscard]] double quantile(std::span<const double> sorted, double p);

struct Summary {
  std::size_t count = 0;
  double minimum = 0, median = 0, maximum = 0;
  MedianInterval interval;  ///< 99 % confidence interval of the median
};

/// All zero without samples. Samples must not be NaN.
[[nodiscard]] Summary summarise(std::vector<double> samples);

}  // namespace minikrylov
