// Quantiles and intervals of the median, compared with exact binomial probabilities computed independently.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <numeric>

#include "miniapp/timing/choices/fastest.hpp"
#include "miniapp/timing/statistics.hpp"

namespace minikrylov {
namespace {

/// 1, 2, …, n.
std::vector<double> ranks_up_to(std::size_t n) {
  std::vector<double> samples(n);
  std::iota(samples.begin(), samples.end(), 1.0);
  return samples;
}

}  // namespace

TEST_CASE("the interval of the median uses the correct order statistics") {
  struct Case {
    std::size_t n, k;
    double coverage;  // 1 - 2 Σ_{i<k} C(n,i) / 2ⁿ
  };
  const Case cases[] = {{8, 1, 0.9921875},
                        {10, 1, 0.998046875},
                        {12, 2, 0.99365234375},
                        {20, 4, 0.9974231719970703},
                        {50, 16, 0.9933995520331891},
                        {101, 38, 0.9906649518793552},
                        {1000, 459, 0.9913600509977395},
                        {100000, 49593, 0.990041541198719}};
  for (const Case& c : cases) {
    const MedianInterval interval = median_interval(ranks_up_to(c.n), 0.99);
    CAPTURE(c.n);
    CHECK(interval.low == static_cast<double>(c.k));
    CHECK(interval.high == static_cast<double>(c.n + 1 - c.k));
    CHECK(interval.coverage == Catch::Approx(c.coverage).epsilon(1e-7));
    CHECK(interval.confidence == Confidence::reached);
  }
}

TEST_CASE("fewer than eight samples are too few for 99 %, and are reported so") {
  const MedianInterval seven = median_interval(ranks_up_to(7), 0.99);
  CHECK(seven.confidence == Confidence::too_few_samples);
  CHECK(seven.low == 1);
  CHECK(seven.high == 7);
  CHECK(seven.coverage == Catch::Approx(0.984375));  // 1 - 2/2⁷
  const MedianInterval one = median_interval(std::vector{3.5}, 0.99);
  CHECK(one.confidence == Confidence::too_few_samples);
  CHECK(one.low == 3.5);
  CHECK(one.high == 3.5);
  CHECK(one.coverage == Catch::Approx(0).margin(1e-12));
  CHECK(median_interval(ranks_up_to(7), 0.95).confidence == Confidence::reached);
}

TEST_CASE("quantiles are linear between order statistics") {
  const std::vector<double> samples{1, 2, 4, 8};  // numpy.quantile gives the same
  CHECK(quantile(samples, 0) == 1);
  CHECK(quantile(samples, 0.25) == 1.75);
  CHECK(quantile(samples, 0.5) == 3);
  CHECK(quantile(samples, 0.9) == Catch::Approx(6.8));
  CHECK(quantile(samples, 1) == 8);
  CHECK(quantile(std::vector{7.0}, 0.3) == 7);
}

TEST_CASE("a summary does not depend on the order of the samples") {
  const Summary summary = summarise({5, 1, 4, 2, 3, 9, 8, 6, 7});
  CHECK(summary.count == 9);
  CHECK(summary.minimum == 1);
  CHECK(summary.median == 5);
  CHECK(summary.maximum == 9);
  CHECK(summary.interval.low == 1);
  CHECK(summary.interval.high == 9);
  CHECK(summarise({}).count == 0);
}

TEST_CASE("the first of nearly equally fast candidates is chosen, whatever the warm-up rounds measure") {
  int calls = 0;
  const auto chosen = first_of_the_fastest(4, [&](std::size_t k) {
    constexpr double seconds[] = {2, 1.02, 1, 1.5};
    return ++calls <= 8 ? 0.1 * static_cast<double>(k) : seconds[k];
  });
  CHECK(chosen == 1);
  CHECK(first_of_the_fastest(1, [](std::size_t) { return 1.0; }) == 0);
}

}  // namespace minikrylov
