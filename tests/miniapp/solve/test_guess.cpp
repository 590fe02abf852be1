// Solves from an initial guess.
#include <catch2/catch_test_macros.hpp>
#include <map>

#include "miniapp/methods/catalogue.hpp"
#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/square_samples.hpp"

namespace minikrylov::test {

TEST_CASE("every method starts from x0", "[vectors]") {
  for (const CatalogueRow& row : catalogue()) {
    SolveOptions options = small_square({row.name});
    if (row.family == Family::bicgstab)
      options.problem = {
          .kind = ProblemKind::convection_diffusion, .size = {grid_x, grid_y, 1}, .parameters = {.peclet = 20}};
    if (row.norms == KnownNorms::natural) options.method.methods[0].norm = ResidualNorm::natural;
    options.method.rhs = 2;
    const SolveRecord zero = solved(options).front();
    options.vectors = {.guess = GuessSource::random, .guess_seed = 3};
    const SolveRecord random = solved(options).front();
    INFO(row.name);
    CHECK(random.outcome == Ending::converged);
    CHECK(random.objections.empty());
    CHECK(*random.error < 1e-6);
    CHECK(random.residual_history.values[0] != zero.residual_history.values[0]);
    CHECK(random.true_relative_residual < 2e-8);
  }
}

TEST_CASE("the solution as initial guess leaves nothing to do", "[vectors]") {
  const TemporaryFolder folder;
  const std::string x = array_file(folder, "x.mtx", bumps(2));
  for (const char* method : {"cg", "pipecg", "bicgstab", "cg-saad"}) {
    SolveOptions options = small_square({method});
    options.vectors = {.rhs = RhsSource::solution, .solution_file = x, .guess = GuessSource::file, .guess_file = x};
    const SolveRecord record = solved(options).front();
    INFO(method);
    CHECK(record.rhs == 2);
    CHECK(record.outcome == Ending::converged);
    CHECK(record.iterations == 0);
    CHECK(*record.error == 0);
  }
}

TEST_CASE("with b = 0, residuals are compared with the first", "[vectors]") {
  const TemporaryFolder folder;
  const std::string zero = array_file(folder, "zero.mtx", Columns(1, std::vector<double>(grid_rows, 0)));
  SolveOptions options = small_square({"cg", "bicgstab"});
  options.vectors = {
      .rhs = RhsSource::file, .rhs_file = zero, .solution_file = zero, .guess = GuessSource::random, .guess_seed = 1};
  for (const SolveRecord& record : solved(options)) {
    CHECK(record.outcome == Ending::converged);
    CHECK(record.iterations > 5);
    CHECK(record.true_relative_residual < 2e-8);
    CHECK(*record.error < 1e-6);
  }
}

TEST_CASE("halos inside sums start from the ghosts of x0", "[vectors]") {
  std::map<ReductionKind, SolveRecord> records;
  for (const ReductionKind kind : {ReductionKind::point_to_point, ReductionKind::embedded}) {
    SolveOptions options = small_square({"cg-saad"});
    options.method.reduction = kind;
    options.vectors = {.guess = GuessSource::random, .guess_seed = 3};
    records[kind] = solved(options).front();
  }
  CHECK(records[ReductionKind::embedded].outcome == Ending::converged);
  CHECK(records[ReductionKind::embedded].iterations == records[ReductionKind::point_to_point].iterations);
}

}  // namespace minikrylov::test
