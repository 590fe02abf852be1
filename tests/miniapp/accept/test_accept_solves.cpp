// How the acceptance run judges solves: whether they repeat, and what rounding may do to each method.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "miniapp/accept/validate.hpp"
#include "miniapp/accept/workloads.hpp"
#include "miniapp/methods/catalogue.hpp"

namespace minikrylov {
namespace {

/// A solve whose residuals are these.
SolveRecord solve_with(std::vector<double> history, std::uint64_t digest) {
  SolveRecord solve;
  solve.method = "pcg";
  solve.iterations = static_cast<int>(history.size()) - 1;
  solve.residual_history.values = std::move(history);
  solve.digest = digest;
  solve.rtol = 1e-8;
  return solve;
}

/// What is said of solves, one after the other.
CheckRow verdict_on(const std::vector<SolveRecord>& solves) {
  Repeats repeats;
  for (const SolveRecord& solve : solves) repeats.add("poisson3d-7", solve);
  return repeats.rows(Communicator()).front();
}

}  // namespace

TEST_CASE("solves that do not repeat are found: residuals as far as both went, solutions where both went as far",
          "[accept]") {
  using enum CheckResult;
  const double unknown = std::numeric_limits<double>::quiet_NaN();  // of an iteration that is not judged
  const SolveRecord whole = solve_with({1, 0.5, 0.25}, 7);
  SolveRecord shorter = solve_with({1, 0.5}, 9), repeated = whole;
  shorter.rtol.reset();
  repeated.digests = {7, 7};
  CHECK(verdict_on({whole, shorter, repeated, shorter}).result == passed);
  CHECK(verdict_on({whole, repeated}).check == "4 solves, bitwise equal");
  CHECK(verdict_on({whole, solve_with({1, std::nextafter(0.5, 1), 0.25}, 7)}).result == failed);
  CHECK(verdict_on({whole, solve_with({1, 0.5, 0.25}, 8)}).result == failed);
  repeated.digests = {7, 8};
  CHECK(verdict_on({repeated}).result == failed);
  shorter.residual_history.values[1] = 0.6;
  CHECK(verdict_on({whole, shorter}).result == failed);
  CHECK(verdict_on({whole, solve_with({1, 0.5, 0.25, 0.1}, 7)}).result == failed);  // one iteration more
  CHECK(verdict_on({solve_with({1, unknown, 0.25}, 7), solve_with({1, unknown, 0.25}, 7)}).result == passed);
  // The last norm of a solve with a tolerance may be a sum, where a longer one takes a difference of sums.
  SolveRecord ended = whole, longer = solve_with({1, 0.5, std::nextafter(0.25, 1), 0.1}, 11);
  ended.iterations_of = {2};
  longer.rtol.reset();
  ended.residual_history.columns = longer.residual_history.columns = 1;
  CHECK(verdict_on({ended, longer}).result == passed);
  longer.residual_history.values[1] = std::nextafter(0.5, 1);
  CHECK(verdict_on({ended, longer}).result == failed);
}

TEST_CASE("methods are judged by what rounding is known to do to each", "[accept]") {
  using enum CheckResult;
  const KnownIterations& known = known_iterations().front();
  const KnownRounding& rounding = known_rounding().front();
  REQUIRE(known.problem == rounding.problem);
  MethodSolves solves{.problem = known.problem,
                      .points = known.points,
                      .classical = {.method = "pcg",
                                    .iterations = known.minimum,
                                    .history = {1, 0.1, 1e-3},
                                    .true_residual = 1e-8,
                                    .recurrence = 1e-8,
                                    .objections = {}},
                      .variants = {{.method = rounding.method,
                                    .iterations = 2,
                                    .history = {1, 0.1, 1e-3},
                                    .true_residual = 1e-3,
                                    .recurrence = 1e-3,
                                    .objections = {}}}};
  const auto results = [&] {
    std::vector<CheckResult> list;
    for (const CheckRow& row : check_methods(solves)) list.push_back(row.result);
    return list;
  };
  CHECK(results() == std::vector{passed, passed, passed, passed});
  const auto [least, most] = allowed_iterations(known);
  solves.classical.iterations = most;
  CHECK(results() == std::vector{passed, passed, passed, passed});
  solves.classical.iterations = most + 1;
  CHECK(results() == std::vector{failed, passed, passed, passed});
  solves.classical.iterations = least - 1;
  CHECK(results() == std::vector{failed, passed, passed, passed});
  solves.points = 7;  // of which nothing is known
  CHECK(results() == std::vector{left_out, passed, passed, passed});
  solves.classical.true_residual = 3e-8;
  CHECK(results() == std::vector{left_out, failed, passed, passed});
  solves.classical.true_residual = 1e-8;
  solves.classical.objections = {"it did not converge"};
  CHECK(results() == std::vector{left_out, failed, passed, passed});
  solves.classical.objections.clear();
  MethodSolve& variant = solves.variants.front();
  variant.history[1] *= 1 + 1.1 * allowed(rounding.deviation);
  CHECK(results() == std::vector{left_out, passed, failed, passed});
  variant.history[1] = std::nan("");  // an iteration that it skipped
  CHECK(results() == std::vector{left_out, passed, passed, passed});
  variant.history[2] = std::nan("");
  CHECK(results() == std::vector{left_out, passed, failed, passed});
  variant.history = solves.classical.history;
  variant.true_residual = 1e-3 + 1.1 * allowed(rounding.loss);
  CHECK(results() == std::vector{left_out, passed, passed, failed});
}

TEST_CASE("the tables know all methods that the validation compares", "[accept]") {
  for (const auto& [problem, classical] : workloads) {
    for (const CatalogueRow& row : catalogue()) {
      const bool compared = row.classical == classical && row.name != classical && row.norms != KnownNorms::natural;
      INFO(name_of(problem) << " " << row.name);
      CHECK((find_rounding(problem, row.name) != nullptr) == compared);
      if (compared) CHECK(allowed(find_rounding(problem, row.name)->deviation) < 1e-3);
    }
    for (const int points : {8, 12, 16, 24}) CHECK(find_iterations(problem, points) != nullptr);
  }
  CHECK(validation_points(2) == 8);
  CHECK(validation_points(17) == 16);
}

TEST_CASE("the published problem takes the iterations that are known", "[accept][large]") {
  const Communicator ranks;
  const CommonTriad triad(ranks, 1);
  ProgressLine progress(nullptr);
  Repeats repeats;
  const std::vector<CheckRow> rows =
      check_known_counts(64, {.ranks = ranks, .triad = triad, .no_triad = triad, .progress = progress}, repeats);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].result == CheckResult::passed);
  CHECK(rows[1].result == CheckResult::passed);
  CHECK(rows[2].result == (ranks.size() == 1 ? CheckResult::passed : CheckResult::left_out));
  CHECK(rows[3].finding == "413");
}

}  // namespace minikrylov
