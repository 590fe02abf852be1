// What the printed report says of compressed matrices.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/report/comparison.hpp"
#include "miniapp/report/report.hpp"
#include "tests/miniapp/sample_record.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;

}  // namespace

TEST_CASE("with a compressed matrix every rate says so") {
  Record record = sample_record();
  CHECK_THAT(report(record), !ContainsSubstring("compressed"));
  record.matrix.compression = Compression::lossless;
  for (SolveRecord& solve : record.solves) solve.compression = Compression::lossless;
  CHECK_THAT(line_with(report_stages(record), "  bandwidth"),
             ContainsSubstring("product bandwidth 17.0 GB/s of the bytes that move (compressed matrix), "
                               "19.0 GB/s CRS-equivalent"));
  CHECK_THAT(report_solve(record.solves[0]),
             ContainsSubstring("where the time goes with the compressed matrix (GB/s: bytes that move), in a"));
  record.solves[0].bytes_per_product = 1.5e9;
  record.solves[0].crs_bytes_per_product = 2.5e9;
  // 3 calls move 6 GB in 0.6 s; CRS-equivalent 3 GB more.
  const std::string solve = report_solve(record.solves[0]);
  CHECK_THAT(line_with(solve, "kernel "), ContainsSubstring("of triad  CRS-equivalent GB/s"));
  CHECK_THAT(line_with(solve, "q = A p"), ContainsSubstring(" 10.0 ") && ContainsSubstring(" 15.0"));
  CHECK(line_with(solve, "z = M⁻¹ r").ends_with(" -"));
  record.solves[1].compression = Compression::none;
  record.solves[1].solve_seconds = {0.5};
  CHECK_THAT(report_comparison(record),
             ContainsSubstring("pcg + jacobi (compressed) ") && !ContainsSubstring("pbicgstab + jacobi (compressed)"));
  CHECK_THAT(report_winner(record), ContainsSubstring("pcg + jacobi (compressed) was fastest with"));
}

}  // namespace minikrylov
