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

TEST_CASE("vectors in single precision take effect, and are refused by name where nothing is compiled for them") {
  const auto with = [](std::vector<const char*> more) {
    more.insert(more.begin(), {"--matrix-precision", "single", "--vector-precision", "single"});
    return more;
  };
  CHECK(solve({"--method", "pcg", "--matrix-precision", "single"}).method.mixed.vectors == Precision::double_precision);
  CHECK(solve(with({"--method", "pcg"})).method.mixed.vectors == Precision::single_precision);
  CHECK_THAT(complaint_of({"--method", "pcg", "--vector-precision", "single"}),
             ContainsSubstring("--vector-precision has no effect"));
  CHECK_THAT(complaint_of({"--method", "pcg", "--matrix-precision", "half", "--vector-precision", "half"}),
             ContainsSubstring("--vector-precision half is not possible") && ContainsSubstring("use single"));
  CHECK_THAT(complaint_of(with({"--method", "bicgstab"})),
             ContainsSubstring("does not suit bicgstab") && ContainsSubstring("use one of pcg"));
  CHECK_THAT(complaint_of(with({"--method", "pcg", "--rhs", "2"})), ContainsSubstring("does not suit --rhs 2"));
  CHECK_THAT(complaint_of(with({"--method", "pcg", "--format", "crs"})), ContainsSubstring("use --format sell"));
  CHECK_THAT(complaint_of(with({"--method", "pcg", "--formulation", "kokkos-kernels"})),
             ContainsSubstring("use --formulation merged"));
}

}  // namespace minikrylov
