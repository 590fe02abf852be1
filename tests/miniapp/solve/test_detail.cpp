// What --detailed records of all ranks.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "tests/miniapp/solve/solved.hpp"
#include "tests/miniapp/square_samples.hpp"

namespace minikrylov::test {

TEST_CASE("detailed solves keep the times of all iterations on all ranks") {
  const auto ranks = static_cast<std::size_t>(Communicator().size());
  SolveOptions options = small_square({"cg"});
  options.method.fixed_iterations = 7;
  options.run = {.repetitions = 3, .warm_up = 1, .detail = Detail::on};
  const SolveRecord record = solved(options).front();
  const Table& all = record.seconds_of_ranks;
  REQUIRE(all.columns == 3 * 7);
  REQUIRE(all.rows() == ranks);
  REQUIRE(record.iteration_seconds.values.size() == all.columns);
  std::set<std::vector<double>> different;  // clocks of no two ranks agree to the last digit 21 times
  for (auto row = all.values.begin(); row != all.values.end(); row += 3 * 7) different.emplace(row, row + 3 * 7);
  CHECK(different.size() == ranks);
  for (std::size_t i = 0; i < all.columns; ++i) {
    double slowest = 0;
    for (const std::vector<double>& of_rank : different) slowest = std::max(slowest, of_rank[i]);
    CHECK(slowest == record.iteration_seconds.values[i]);
  }
  options.run.detail = Detail::off;
  CHECK(solved(options).front().seconds_of_ranks.values.empty());
}

}  // namespace minikrylov::test
