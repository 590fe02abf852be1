// The bandwidth measurement: plausible results for any number of elements, refusals.
#include "kernels/measure/bandwidth.hpp"

#include <catch2/catch_test_macros.hpp>
#include <stdexcept>

using namespace minikrylov;

TEST_CASE("the bandwidth is positive and finite, even if elements do not fill a block", "[bandwidth]") {
  for (const Offset elements : {Offset{1}, Offset{31}, Offset{4096}, Offset{100003}}) {
    const Bandwidth measured = measure_bandwidth(elements, 2);
    for (const double figure : {measured.copy, measured.triad, measured.dot}) {
      CHECK(figure > 0);
      CHECK(figure < 1e15);
    }
  }
}

TEST_CASE("a measurement without elements or repetitions is refused", "[bandwidth]") {
  CHECK_THROWS_AS(measure_bandwidth(0, 1), std::invalid_argument);
  CHECK_THROWS_AS(measure_bandwidth(100, 0), std::invalid_argument);
}

TEST_CASE("a bandwidth meter gives positive rates each time") {
  const BandwidthMeter meter(100000);
  for (int k = 0; k < 3; ++k)
    for (const double rate : {meter.triad(), meter.dot(), meter.update()}) CHECK((rate > 1e6 && rate < 1e14));
}
