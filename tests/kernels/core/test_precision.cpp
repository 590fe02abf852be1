// Numbers in lower precision: the nearest ones, ties to even, and what does not fit.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "kernels/core/short_floats.hpp"

namespace minikrylov {
namespace {

constexpr FloatFormat single = format_of(Precision::single_precision), half = format_of(Precision::half_precision),
                      brain = format_of(Precision::bfloat16);

/// All finite numbers of 16 bits that `decode` knows, positive ones only.
template <class Decode> std::vector<double> all_positive(int count, const Decode& decode) {
  std::vector<double> numbers;
  for (int code = 0; code < count; ++code) numbers.push_back(decode(static_cast<std::uint16_t>(code)));
  return numbers;
}

/// Each number stays, the middle between two goes to the even code, and what is closer to one goes there.
void check_nearest(const std::vector<double>& numbers, const FloatFormat& format) {
  for (std::size_t k = 0; k + 1 < numbers.size(); ++k) {
    const double low = numbers[k], high = numbers[k + 1], middle = low + (high - low) / 2;
    const double even = k % 2 == 0 ? low : high;
    if (rounded(low, format) != low || rounded(middle, format) != even || rounded(-middle, format) != -even ||
        rounded(std::nextafter(middle, 0), format) != low || rounded(std::nextafter(middle, high), format) != high)
      FAIL("near " << low);
  }
}

}  // namespace

TEST_CASE("numbers are rounded to the nearest half or bfloat16, ties to even") {
  check_nearest(all_positive(0x7c00, from_half), half);
  check_nearest(all_positive(0x7f80, from_bfloat16), brain);
}

TEST_CASE("numbers are rounded to single precision as the processor rounds them") {
  for (double value = 1e-44; value < 1e38; value *= -1.37)
    if (rounded(value, single) != static_cast<double>(static_cast<float>(value))) FAIL(value);
  CHECK(rounded(0.1, format_of(Precision::double_precision)) == 0.1);
}

TEST_CASE("codes of 16 bits keep the nearest numbers") {
  for (const double value : {0.0, 1.0, -1.0 / 3, 65504.0, 6e-8, -3.14159, 1e-5, 2049.0}) {
    CHECK(static_cast<double>(Half(value)) == rounded(value, half));
    CHECK(static_cast<double>(Bfloat16(value)) == rounded(value, brain));
  }
}

TEST_CASE("what is too large or would become zero does not survive") {
  CHECK(survives(65519, half));
  CHECK_FALSE(survives(-65520, half));
  CHECK(survives(0x1p-24, half));
  CHECK_FALSE(survives(0x1p-26, half));
  CHECK(survives(0, half));
  CHECK(survives(65520, brain));
  CHECK_FALSE(survives(3.4e38, brain));
  CHECK(survives(3.4e38, single));
  CHECK_FALSE(survives(1e39, single));
  CHECK_FALSE(survives(std::numeric_limits<double>::infinity(), single));
}

}  // namespace minikrylov
