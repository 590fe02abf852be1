// Inner iterations on vectors in single precision: the true residual of double precision, at a few more iterations.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "miniapp/methods/catalogue.hpp"
#include "miniapp/report/report.hpp"
#include "miniapp/results/fields.hpp"
#include "miniapp/system/scale.hpp"
#include "tests/miniapp/solve/ten_digits.hpp"
#include "tests/miniapp/square_samples.hpp"

namespace minikrylov {
namespace {

using Catch::Matchers::ContainsSubstring;
using enum PreconditionerChoice;
using test::check_accurate;
using test::elastic;
using test::solved;
using test::to_ten_digits;

constexpr Precision four_bytes = Precision::single_precision;
constexpr MixedPrecision all_singles{.matrix = four_bytes, .vectors = four_bytes},
    reliably_singles{.matrix = four_bytes, .refinement = Refinement::reliable, .vectors = four_bytes};

/// See check_accurate().
void check_ten_digits(const SolveOptions& options, double penalty) {
  const SolveRecord record = solved(options).front();
  check_accurate(record, penalty);
  CHECK(record.vector_precision == four_bytes);
}

/// Corrections lose the directions of CG, reliable updates keep them.
double penalty_of(const MixedPrecision& mixed) { return mixed.refinement == Refinement::restart ? 1.6 : 1.3; }

}  // namespace

TEST_CASE("vectors in single precision reach ten digits on stencils and elements", "[mixed]") {
  for (const MixedPrecision& mixed : {all_singles, reliably_singles})
    for (const ProblemKind kind : {ProblemKind::poisson3d_7, ProblemKind::poisson3d_27, ProblemKind::elasticity3d})
      for (const PreconditionerChoice M : {none, jacobi, ic0}) {
        SolveOptions options = to_ten_digits(kind, {11, 10, 9}, {"pcg", M}, mixed);
        if (M == ic0) options.ordering.ordering = OrderingChoice::multicolour;
        check_ten_digits(options, penalty_of(mixed));
      }
}

TEST_CASE("vectors in single precision reach ten digits on a real matrix", "[mixed]") {
  for (const MixedPrecision& mixed : {all_singles, reliably_singles}) {
    SolveOptions options = to_ten_digits(ProblemKind::matrix_market, {}, {"pcg", jacobi}, mixed);
    options.problem.matrix_file = MINIKRYLOV_TEST_DATA "/bcsstk27.mtx.gz";
    check_ten_digits(options, penalty_of(mixed));
  }
}

TEST_CASE("all methods that are compiled for vectors in single precision reach ten digits", "[mixed]") {
  for (const CatalogueRow& row : catalogue()) {
    if (row.vectors == Vectors::doubles) continue;
    const ProblemKind kind = row.family == Family::cg ? ProblemKind::poisson3d_27 : ProblemKind::convection_diffusion;
    for (const MixedPrecision& mixed : {all_singles, reliably_singles})
      check_ten_digits(to_ten_digits(kind, {9, 8, 7}, {row.name, jacobi}, mixed), penalty_of(mixed));
  }
}

TEST_CASE("vectors in single precision give the same bits merged, basic, and with hidden halos", "[mixed]") {
  for (const MixedPrecision& mixed : {all_singles, reliably_singles}) {
    SolveOptions options = elastic({"pcg", jacobi}, mixed);
    options.ordering.ordering = OrderingChoice::interior_first;
    const std::vector<double> merged = solved(options).front().residual_history.values;
    options.method.formulation = Formulation::basic;
    CHECK(solved(options).front().residual_history.values == merged);
    options.method.formulation = Formulation::merged;
    options.halo = {.overlap = Overlap::dynamic, .chunk_rows = 100};
    CHECK(solved(options).front().residual_history.values == merged);
  }
}

TEST_CASE("solves in double precision are not changed by those in single precision", "[mixed]") {
  SolveOptions options = elastic({"pcg", ic0}, {.matrix = four_bytes});
  options.ordering.ordering = OrderingChoice::multicolour;
  const SolveRecord doubles = solved(options).front();
  options.method.mixed.vectors = four_bytes;
  const SolveRecord record = solved(options).front();
  CHECK(record.iterations_in_double == doubles.iterations_in_double);
  CHECK(record.residual_history.values != doubles.residual_history.values);
  CHECK(record.vector_bytes < doubles.vector_bytes);
}

TEST_CASE("systems of any scale are solved with vectors in single precision", "[mixed]") {
  for (const MixedPrecision& mixed : {all_singles, reliably_singles})
    for (const int exponent : {-480, -62, 62, 480}) {  // of b: twice that, and of residuals 1e-10 times less
      const SolveOptions options = to_ten_digits(ProblemKind::poisson3d_7, {9, 8, 7}, {"pcg", jacobi}, mixed);
      SourcedRows rows = source_rows(source_of(options.problem, options.partition, options.method), Communicator());
      Rows& system = rows.rows.rows;
      system.values = times_power(system.values, exponent);
      system.solution = times_power(system.solution, exponent);
      system.rhs = {};  // b = A x
      const SolveRecord record = solved(std::move(rows), options).front();
      INFO(exponent << ": " << name_of(record.outcome));
      CHECK(record.outcome == Ending::converged);
      CHECK(record.true_residual_in_norm <= test::ten_digits);
    }
}

TEST_CASE("initial guesses are refused where residuals would leave the range of single precision", "[mixed]") {
  const TemporaryFolder folder;
  SolveOptions options = test::small_square({"pcg"});
  options.method.mixed = all_singles;
  const auto from = [&](double size) {
    test::Columns x = test::bumps(1);
    for (double& component : x[0]) component *= size;
    options.vectors = {.guess = GuessSource::file, .guess_file = test::array_file(folder, "x.mtx", x)};
    return solved(options).front();
  };
  CHECK(from(1e6).outcome == Ending::converged);
  for (const double size : {1e-100, 1e100}) {
    CHECK_THROWS_AS(from(size), SetupError);
    options.method.mixed.vectors = Precision::double_precision;
    CHECK_NOTHROW(from(size));
    options.method.mixed.vectors = four_bytes;
  }
}

TEST_CASE("bytes of solves in single precision are those of their kernels", "[mixed]") {
  for (const MixedPrecision& mixed : {all_singles, reliably_singles}) {
    const SolveRecord record = solved(elastic({"pcg", jacobi}, mixed)).front();
    double of_kernels = 0;
    for (const KernelRow& kernel : record.kernels) of_kernels += kernel.bytes_read + kernel.bytes_written;
    // Kernels have the first residual besides, and lack copies between the precisions.
    CHECK(record.bytes_per_iteration * record.iterations > 0.9 * of_kernels);
    CHECK(record.bytes_per_iteration * record.iterations < 1.1 * of_kernels);
  }
}

TEST_CASE("the precision of vectors is recorded and printed", "[mixed]") {
  const SolveRecord record = solved(elastic({"pcg", none}, all_singles)).front();
  CHECK(record.vector_precision == four_bytes);
  CHECK(precisions_of(record) == "matrix in single, vectors in single, sums in double");
  CHECK_THAT(report_solve(record), ContainsSubstring("vectors in single, sums in double"));
  CHECK_FALSE(solved(elastic({"pcg", none}, {.matrix = four_bytes})).front().vector_precision.has_value());
}

}  // namespace minikrylov
