// Numbers of rows between rank 0 and their owners.
#include <catch2/catch_test_macros.hpp>

#include "comm/partition/global_order.hpp"
#include "problems/require.hpp"
#include "tests/comm/everywhere.hpp"

using namespace minikrylov;

namespace {

/// Rows dealt out in a pattern that leaves no rank with a contiguous block.
std::vector<GlobalIndex> dealt_rows(GlobalIndex rows, const Communicator& ranks) {
  std::vector<GlobalIndex> mine;
  for (GlobalIndex row = 0; row < rows; ++row)
    if ((row * row + row / 3) % ranks.size() == ranks.rank()) mine.push_back(row);
  return mine;
}

}  // namespace

TEST_CASE("columns reach the owners of their rows", "[global-order]") {
  const Communicator ranks;
  constexpr GlobalIndex rows = 29;
  const std::vector<GlobalIndex> mine = dealt_rows(rows, ranks);
  for (const int columns : {1, 3}) {
    DenseColumns all;
    if (ranks.rank() == 0) {
      all = {rows, columns, {}};
      for (int j = 0; j < columns; ++j)
        for (GlobalIndex row = 0; row < rows; ++row) all.values.push_back(static_cast<double>(100 * j + row));
    }
    const std::vector<double> values = scatter_columns(all, mine, ranks);
    bool right = values.size() == mine.size() * static_cast<std::size_t>(columns);
    for (std::size_t i = 0; right && i < mine.size(); ++i)
      for (int j = 0; j < columns; ++j)
        right = right && values[i * static_cast<std::size_t>(columns) + static_cast<std::size_t>(j)] ==
                             static_cast<double>(100 * j + mine[i]);
    CHECK(everywhere(right));
  }
}

TEST_CASE("rows come to rank 0 in order, and few at a time", "[global-order]") {
  const Communicator ranks;
  constexpr GlobalIndex rows = 41;
  const std::vector<GlobalIndex> mine = dealt_rows(rows, ranks);
  for (const GlobalIndex window : {1, 7, 41, 1000}) {
    GlobalIndex next = 0;
    bool right = true;
    for_rows_in_order(
        rows, window,
        [&](GlobalIndex begin, GlobalIndex end, std::vector<double>& packed) {
          right = right && end - begin <= window;
          for (const GlobalIndex row : mine) {
            if (row < begin || row >= end) continue;
            const auto count = static_cast<std::size_t>(row % 3);  // also none
            packed.push_back(static_cast<double>(row));
            packed.push_back(static_cast<double>(count));
            packed.insert(packed.end(), count, static_cast<double>(row) / 2);
          }
        },
        [&](GlobalIndex row, std::span<const double> numbers) {
          right = right && row == next++ && numbers.size() == static_cast<std::size_t>(row % 3);
          for (const double number : numbers) right = right && number == static_cast<double>(row) / 2;
        },
        ranks);
    CHECK(everywhere(right));
    CHECK(next == (ranks.rank() == 0 ? rows : 0));
  }
}

TEST_CASE("if a row cannot be taken, all ranks are told at the end", "[global-order]") {
  const Communicator ranks;
  constexpr GlobalIndex rows = 20;
  const std::vector<GlobalIndex> mine = dealt_rows(rows, ranks);
  int taken = 0;
  std::string message;
  try {
    for_rows_in_order(
        rows, 2,
        [&](GlobalIndex begin, GlobalIndex end, std::vector<double>& packed) {
          for (const GlobalIndex row : mine)
            if (row >= begin && row < end) packed.insert(packed.end(), {static_cast<double>(row), 0});
        },
        [&](GlobalIndex row, std::span<const double>) {
          ++taken;
          require(row < 7, "row {} is too much (a test) stop", row);
        },
        ranks);
  } catch (const SetupError& error) {
    message = error.what();
  }
  CHECK(everywhere(message == "row 7 is too much (a test) stop"));
  CHECK(taken == (ranks.rank() == 0 ? 8 : 0));
}
