// Options of mixed precision, and what does not go with them.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/miniapp/command_lines.hpp"

namespace minikrylov {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("mixed precision takes effect, and its options alone are refused") {
  CHECK_FALSE(solve({"--method", "pcg"}).method.mixed.is_on());
  const MixedPrecision single = solve({"--method", "pcg", "--matrix-precision", "single"}).method.mixed;
  CHECK(single.matrix == Precision::single_precision);
  CHECK(single.refinement == Refinement::restart);
  CHECK(single.inner_rtol == 1e-4);
  CHECK(solve({"--method", "pcg", "--matrix-precision", "bfloat16"}).method.mixed.inner_rtol == 0.1);
  CHECK(solve({"--method", "pcg", "--matrix-precision", "half", "--inner-rtol", "0.5"}).method.mixed.inner_rtol == 0.5);
  CHECK_THAT(complaint_of({"--refinement", "restart"}), ContainsSubstring("--refinement has no effect"));
  CHECK_THAT(complaint_of({"--inner-rtol", "0.1"}), ContainsSubstring("--inner-rtol has no effect"));
  CHECK_THAT(complaint_of({"--matrix-precision", "single", "--inner-rtol", "1"}), ContainsSubstring("between 0 and 1"));
}

TEST_CASE("what cannot be done with a rounded matrix is refused") {
  const auto complaint = [](std::vector<const char*> more) {
    more.insert(more.begin(), {"--method", "pcg", "--matrix-precision", "single"});
    return complaint_of(more);
  };
  CHECK_THAT(complaint({"--reduction", "embedded"}), ContainsSubstring("--reduction point-to-point"));
  CHECK_THAT(complaint({"--fixed-iterations", "9"}), ContainsSubstring("--rtol"));
  CHECK_THAT(complaint({"--equal-accuracy", "1e-9"}), ContainsSubstring("--rtol"));
  CHECK_THAT(complaint({"--preconditioner", "chebyshev"}), ContainsSubstring("--preconditioner jacobi"));
  CHECK_THAT(complaint({"--refinement", "reliable"}), ContainsSubstring("does not suit pcg"));  // of this catalogue
}

}  // namespace minikrylov
