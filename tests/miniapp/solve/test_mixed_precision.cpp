// Solves with a rounded matrix reach the accuracy of double precision, and say what was in which.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/report/report.hpp"
#include "miniapp/results/fields.hpp"
#include "problems/require.hpp"
#include "tests/miniapp/solve/ten_digits.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;
using enum PreconditionerChoice;
using test::check_accurate;
using test::elastic;
using test::solved;
using test::to_ten_digits;

constexpr MixedPrecision in_single{.matrix = Precision::single_precision},
    reliable{.matrix = Precision::single_precision, .refinement = Refinement::reliable};

}  // namespace

TEST_CASE("every method reaches ten digits around inner solves with a matrix in single precision", "[mixed]") {
  for (const CatalogueRow& row : catalogue()) {
    if (row.takes_powers()) continue;
    const bool applied = row.preconditioning == Preconditioning::any;
    const ResidualNorm norm = row.norms == KnownNorms::natural ? ResidualNorm::natural : ResidualNorm::unpreconditioned;
    check_accurate(solved(elastic({row.name, applied ? jacobi : none, norm}, in_single)).front(), 1.5);
  }
}

TEST_CASE("ic0 in single precision beside a matrix in single precision keeps ten digits", "[mixed]") {
  for (const MixedPrecision& mixed : {in_single, reliable})
    for (const MatrixFormat format : {MatrixFormat::sell, MatrixFormat::sell_block, MatrixFormat::crs}) {
      const bool blocks = format == MatrixFormat::sell_block;
      SolveOptions options = elastic({"pcg", blocks ? block_ic0 : ic0}, mixed);
      options.matrix.format = format;
      if (!on_host) options.ordering.ordering = OrderingChoice::multicolour;
      options.method.preconditioning.precision = Precision::single_precision;
      const SolveRecord record = solved(options).front();
      INFO(name_of(format) << ", " << name_of(mixed.refinement));
      check_accurate(record, mixed.refinement == Refinement::reliable ? 1.1 : 1.5);
      CHECK(precisions_of(record) == "matrix and M in single, vectors and sums in double");
    }
}

TEST_CASE("reliable updates cost hardly any iterations, with several right-hand sides, too", "[mixed]") {
  for (const int width : {1, 3}) {
    SolveOptions body = elastic({"pcg", jacobi}, reliable);
    SolveOptions flow = to_ten_digits(ProblemKind::convection_diffusion, {13, 11, 9}, {"pbicgstab", jacobi}, reliable);
    for (SolveOptions* options : {&body, &flow}) {
      options->method.rhs = width;
      const SolveRecord record = solved(*options).front();
      check_accurate(record, 1.25);
      for (const Ending ending : record.outcomes) CHECK(ending == Ending::converged);
    }
  }
}

TEST_CASE("halves and bfloat16 reach ten digits, too, with more corrections", "[mixed]") {
  for (const Precision precision : {Precision::half_precision, Precision::bfloat16}) {
    const double inner = precision == Precision::bfloat16 ? 0.1 : 0.01;
    const MixedPrecision mixed{.matrix = precision, .inner_rtol = inner};
    SolveOptions options = to_ten_digits(ProblemKind::convection_diffusion, {9, 8, 7}, {"pbicgstab", jacobi}, mixed);
    const SolveRecord record = solved(options).front();
    INFO(name_of(precision));
    check_accurate(record, 3);
    CHECK(*record.exact_products > 4);
  }
}

TEST_CASE("reliable updates with halves and bfloat16 end by a residual of A itself", "[mixed]") {
  const auto by = [](Precision precision) {
    return MixedPrecision{.matrix = precision, .refinement = Refinement::reliable};
  };
  check_accurate(solved(elastic({"pcg", jacobi}, by(Precision::half_precision))).front(), 3);
  for (const Precision precision : {Precision::half_precision, Precision::bfloat16}) {
    INFO(name_of(precision));
    const SolveOptions flow =
        to_ten_digits(ProblemKind::convection_diffusion, {9, 8, 7}, {"pbicgstab", jacobi}, by(precision));
    check_accurate(solved(flow).front(), 3);
  }
}

TEST_CASE("where rounding changes no number, mixed precision has the residuals of double until it restarts",
          "[mixed]") {
  for (const MixedPrecision& mixed : {in_single, reliable}) {
    SolveOptions options = to_ten_digits(ProblemKind::poisson3d_7, {11, 10, 9}, {"pcg", jacobi}, mixed);
    const SolveRecord record = solved(options).front();
    options.method.mixed = {};
    const SolveRecord plain = solved(options).front();
    CHECK(record.iterations_in_double == plain.iterations);
    CHECK_FALSE(plain.matrix_precision.has_value());
    CHECK_FALSE(plain.exact_products.has_value());
    for (std::size_t i = 0; i < 4; ++i) CHECK(record.residual_history.values[i] == plain.residual_history.values[i]);
  }
}

TEST_CASE("a rounded matrix that is too coarse ends by name instead of pretending", "[mixed]") {
  SolveOptions options = elastic({"pcg", jacobi}, {.matrix = Precision::bfloat16, .inner_rtol = 0.1});
  options.problem.kind = ProblemKind::matrix_market;
  options.problem.matrix_file = MINIKRYLOV_TEST_DATA "/nos1.mtx.gz";  // a condition number of 2e7
  options.method.max_iterations = 3000;
  const SolveRecord restarted = solved(options).front();
  INFO(name_of(restarted.outcome) << " after " << restarted.iterations);
  CHECK((restarted.outcome == Ending::attainable_accuracy || restarted.outcome == Ending::indefinite_matrix ||
         restarted.outcome == Ending::diverged));
  CHECK_FALSE(restarted.objections.empty());
  CHECK(restarted.iterations < 3000);
  options.method.mixed.refinement = Refinement::reliable;
  const SolveRecord replaced = solved(options).front();
  CHECK(replaced.outcome != Ending::converged);
  CHECK_FALSE(replaced.objections.empty());
}

TEST_CASE("what is in which precision is recorded and printed", "[mixed]") {
  SolveOptions options = elastic({"pcg", ic0}, in_single);
  if (!on_host) options.ordering.ordering = OrderingChoice::multicolour;
  const SolveRecord record = solved(options).front();
  CHECK(record.matrix_precision == Precision::single_precision);
  CHECK(record.preconditioner_precision == Precision::double_precision);
  CHECK(record.refinement == Refinement::restart);
  CHECK(record.inner_rtol == 1e-4);
  CHECK(record.seconds_in_double.value_or(0) > 0);
  CHECK_THAT(report_solve(record), ContainsSubstring("matrix in single, M in double, vectors and sums in double") &&
                                       ContainsSubstring("all in double: "));
  options = elastic({"pcg", none}, reliable);
  CHECK(precisions_of(solved(options).front()) == "matrix in single, vectors and sums in double");
}

TEST_CASE("a matrix outside of the range of halves is refused by name", "[mixed]") {
  const MixedPrecision halves{.matrix = Precision::half_precision, .inner_rtol = 0.01};
  SolveOptions options = elastic({"pcg", jacobi}, halves);
  options.problem.kind = ProblemKind::matrix_market;
  options.problem.matrix_file = MINIKRYLOV_TEST_DATA "/bcsstk27.mtx.gz";
  try {
    static_cast<void>(solved(options));
    FAIL("not refused");
  } catch (const SetupError& error) {
    CHECK_THAT(error.messages().front(), ContainsSubstring("--matrix-precision half does not suit this matrix") &&
                                             ContainsSubstring("use bfloat16"));
  }
}

}  // namespace minikrylov
