// Comparisons of predictions and measured solves.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/model/compare.hpp"
#include "problems/require.hpp"
#include "tests/miniapp/model/measured_solves.hpp"

namespace minikrylov::test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

TEST_CASE("every method of the catalogue is predicted, and its sums cost no more hidden than not") {
  const MachineModel m = millisecond_machine();
  for (const CatalogueRow& row : catalogue()) {
    INFO(row.name);
    MeasuredSolve s = millisecond_solve(std::string(row.name).c_str());
    s.emulated_latency = 200e-3;
    const MethodShape shape = shape_of(s);
    const double hidden = by_transfer(s, shape, m);
    s.reduction = "blocking";
    const double exposed = by_transfer(s, shape, m);
    CHECK(hidden <= exposed * (1 + 1e-12));
    s.emulated_latency = 0;
    CHECK(by_transfer(s, shape, m) < exposed);
  }
}

TEST_CASE("a comparison has both models' errors, and says what was emulated") {
  MeasuredSolve s = millisecond_solve("cg");
  s.emulated_latency = 1e-3;
  const std::vector<ComparisonRow> rows = compare({s}, millisecond_machine());
  CHECK_THAT(rows[0].error, WithinRel(rows[0].predicted_seconds / 0.1 - 1, 1e-12));
  CHECK_THAT(rows[0].loggops_error, WithinRel(rows[0].loggops_seconds / 0.1 - 1, 1e-12));
  CHECK_THAT(report_model_comparison(rows), ContainsSubstring("mean error of data transfer") &&
                                                ContainsSubstring("mean error of LogGOPS") &&
                                                ContainsSubstring("EMULATED"));
  s.emulated_latency = 0;
  CHECK_THAT(report_model_comparison(compare({s}, millisecond_machine())), !ContainsSubstring("EMULATED"));
  for (const auto part : {&MeasuredSolve::emulated_bandwidth, &MeasuredSolve::emulated_noise}) {
    s.*part = 1e-3;  // bytes/s or s
    CHECK_THAT(report_model_comparison(compare({s}, millisecond_machine())), ContainsSubstring("EMULATED"));
    s.*part = 0;
  }
  s.method = "gmres";
  CHECK_THROWS_WITH(compare({s}, millisecond_machine()), ContainsSubstring("gmres"));
}

TEST_CASE("each repetition is predicted at the triads beside it, and the one with the median error is reported") {
  // At half of the bandwidth all bytes take twice as long: 132 ms and a halo exchange become 264 ms and one.
  MeasuredSolve s = millisecond_solve("cg-saad");
  const MachineModel m = millisecond_machine();
  const auto expected = [&](double triad) {
    MeasuredSolve one = s;
    one.triad = triad;
    return by_transfer(one, shape_of(one), m);
  };
  REQUIRE_THAT(expected(0.5e9) - expected(1e9), WithinRel(0.132, 1e-9));
  // Errors of -10 %, +25 % and 0.
  s.repetitions = {{expected(1e9) / 0.9, 1e9}, {expected(0.5e9) / 1.25, 0.5e9}, {expected(2e9), 2e9}};
  const ComparisonRow row = compare({s}, m).front();
  CHECK_THAT(row.measured_seconds, WithinRel(expected(2e9), 1e-12));
  CHECK_THAT(row.predicted_seconds, WithinRel(expected(2e9), 1e-12));
  CHECK(std::fabs(row.error) < 1e-12);
  MeasuredSolve at_once = s;
  at_once.triad = 2e9;
  CHECK_THAT(row.loggops_seconds, WithinRel(predicted_seconds(at_once, shape_of(s), m, TimeModel::loggops), 1e-12));
  // A repetition without a triad is predicted at the solve's.
  s.triad = 0.5e9;
  s.repetitions = {{expected(0.5e9), 0}};
  CHECK(std::fabs(compare({s}, m).front().error) < 1e-12);
  // Updates in place are as much faster than triads beside each repetition as beside the whole solve.
  s.update = 0.6e9;
  at_once = s;
  at_once.triad = 2e9;
  at_once.update = 2.4e9;
  s.repetitions = {{by_transfer(at_once, shape_of(s), m), 2e9}};
  CHECK(std::fabs(compare({s}, m).front().error) < 1e-12);
}

TEST_CASE("each repetition is predicted with the products beside it, if they were measured") {
  MeasuredSolve s = millisecond_solve("cg-saad");
  const MachineModel m = millisecond_machine();
  s.product_seconds = 1;  // at set-up
  s.product_triad = 1e9;
  const auto expected = [&](double product, double triad) {
    MeasuredSolve one = s;
    one.triad = one.product_triad = triad;
    one.product_seconds = product;
    return by_transfer(one, shape_of(one), m);
  };
  // What a product takes longer than its bytes is all that changes.
  REQUIRE_THAT(expected(2, 1e9) - expected(1, 1e9), WithinRel(1.0, 1e-9));
  for (const double triad : {1e9, 0.5e9}) {
    s.repetitions = {{expected(2, triad), triad, 2}};
    CHECK(std::fabs(compare({s}, m).front().error) < 1e-12);
  }
  // Repetitions with the same triads have different products: errors of -10 %, 0 and +25 %.
  s.repetitions = {{expected(1, 1e9) / 0.9, 1e9, 1}, {expected(2, 1e9), 1e9, 2}, {expected(3, 1e9) / 1.25, 1e9, 3}};
  CHECK_THAT(compare({s}, m).front().predicted_seconds, WithinRel(expected(2, 1e9), 1e-12));
  s.repetitions = {{expected(1, 1e9), 1e9, 0}};  // not measured: those of set-up
  CHECK(std::fabs(compare({s}, m).front().error) < 1e-12);
}

TEST_CASE("each repetition is predicted with the applications of M beside it, in caches or slower than memory") {
  const MachineModel m = millisecond_machine();
  MeasuredSolve s = millisecond_solve("pcg");
  s.preconditioner = "emulated";
  s.preconditions = 1;
  s.precondition_bytes = 40e6;  // 40 ms
  s.triad = 1e9;
  const double by_bytes = by_transfer(s, shape_of(s), m);
  for (const double application : {10e-3, 40e-3, 90e-3}) {
    s.repetitions = {{.seconds = by_bytes + application - 40e-3, .triad = 1e9, .application = application}};
    CHECK(std::fabs(compare({s}, m).front().error) < 1e-12);
  }
  s.repetitions = {{.seconds = by_bytes, .triad = 1e9}};  // not measured
  CHECK(std::fabs(compare({s}, m).front().error) < 1e-12);
}

TEST_CASE("solves without iterations are left out of a comparison, which would divide by their time") {
  MeasuredSolve none = millisecond_solve("cg");
  none.repetitions = {{.seconds = 0}};
  MeasuredSolve never = none;
  never.repetitions.clear();
  const std::vector<ComparisonRow> rows = compare({none, never, millisecond_solve("pcg")}, millisecond_machine());
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].method == "pcg");
  CHECK(std::isfinite(rows[0].error));
}

}  // namespace minikrylov::test
