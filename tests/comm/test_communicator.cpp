// The collectives of set-up: every expected value is a formula of rank and size.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "comm/runtime/communicator.hpp"
#include "problems/require.hpp"
#include "tests/comm/everywhere.hpp"

namespace minikrylov {

TEST_CASE("ranks are numbered from zero") {
  const Communicator ranks;
  const int p = ranks.size();
  REQUIRE(everywhere(ranks.rank() >= 0 && ranks.rank() < p));
  REQUIRE(ranks.reduce(ranks.rank(), ReduceBy::sum) == 0.5 * p * (p - 1));
}

TEST_CASE("a number is reduced") {
  const Communicator ranks;
  const int p = ranks.size();
  const double mine = 3.0 * ranks.rank() - 1;
  REQUIRE(everywhere(ranks.reduce(mine, ReduceBy::sum) == 1.5 * p * (p - 1) - p));
  REQUIRE(everywhere(ranks.reduce(mine, ReduceBy::minimum) == -1));
  REQUIRE(everywhere(ranks.reduce(mine, ReduceBy::maximum) == 3.0 * (p - 1) - 1));
}

TEST_CASE("numbers are reduced element-wise") {
  const Communicator ranks;
  const int p = ranks.size(), r = ranks.rank();
  const std::vector<double> mine = {1.0, -2.0 * r, r == 0 ? 5.0 : 4.0};
  REQUIRE(
      everywhere(ranks.reduce(mine, ReduceBy::sum) == std::vector<double>{1.0 * p, -1.0 * p * (p - 1), 4.0 * p + 1}));
  REQUIRE(
      everywhere(ranks.reduce(mine, ReduceBy::minimum) == std::vector<double>{1, -2.0 * (p - 1), p > 1 ? 4.0 : 5.0}));
  REQUIRE(everywhere(ranks.reduce(mine, ReduceBy::maximum) == std::vector<double>{1, 0, 5}));
  REQUIRE(everywhere(ranks.reduce(std::vector<double>{}, ReduceBy::sum).empty()));
}

TEST_CASE("a number and a string of each rank are gathered") {
  const Communicator ranks;
  std::vector<double> squares;
  std::vector<std::string> texts;
  // Strings of different lengths; that of rank 0 is empty, that of rank 1 has a zero byte.
  const auto text = [](int rank) { return std::string(static_cast<std::size_t>(rank), static_cast<char>(rank - 1)); };
  for (int r = 0; r < ranks.size(); ++r) {
    squares.push_back(r * r);
    texts.push_back(text(r));
  }
  REQUIRE(everywhere(ranks.gather(1.0 * ranks.rank() * ranks.rank()) == squares));
  REQUIRE(everywhere(ranks.gather(text(ranks.rank())) == texts));
  REQUIRE(
      everywhere(ranks.gather_on_root(text(ranks.rank())) == (ranks.rank() == 0 ? texts : std::vector<std::string>())));
}

TEST_CASE("lists are exchanged, including empty ones") {
  const Communicator ranks;
  // Rank a sends (a + 2b) mod 3 numbers to rank b.
  const auto list = [](int a, int b) {
    return std::vector<int>(static_cast<std::size_t>((a + 2 * b) % 3), 100 * a + b);
  };
  std::vector<std::vector<int>> sent, expected;
  for (int r = 0; r < ranks.size(); ++r) {
    sent.push_back(list(ranks.rank(), r));
    expected.push_back(list(r, ranks.rank()));
  }
  REQUIRE(everywhere(ranks.exchange(sent) == expected));
  sent.emplace_back();
  REQUIRE_THROWS_AS(ranks.exchange(sent), SetupError);
}

TEST_CASE("time passes, and a barrier waits for the last rank") {
  const Communicator ranks;
  const double begin = wall_time();
  ranks.barrier();
  if (ranks.rank() == ranks.size() - 1)
    while (wall_time() < begin + 0.02) continue;
  ranks.barrier();
  REQUIRE(everywhere(wall_time() - begin > 0.015));
}

}  // namespace minikrylov
