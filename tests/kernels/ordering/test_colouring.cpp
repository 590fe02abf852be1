// Ordering by part, and colouring: rows of the same colour are not coupled.
#include "kernels/ordering/colouring.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>
#include <stdexcept>

#include "tests/kernels/grid_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// The number of coupled pairs of rows with the same colour, counted entry by entry.
int clashes(const Sample& sample, const std::vector<int>& colour) {
  int count = 0;
  for (LocalIndex i = 0; i < sample.rows(); ++i)
    for (const Entry& e : sample.row[i])
      count += e.column != i && e.column < sample.rows() && colour[i] == colour[e.column];
  return count;
}

/// A random sparse symmetric pattern with a full row and ghosts.
Sample symmetric_sample(LocalIndex rows) {
  Sample sample = random_sample(rows, 7, 9, 3);
  std::vector<std::set<LocalIndex>> columns(rows);
  for (LocalIndex i = 0; i < rows; ++i)
    for (const Entry& e : sample.row[i]) {
      columns[i].insert(e.column);
      if (e.column < rows) columns[e.column].insert(i);
    }
  for (LocalIndex i = 0; i < rows; ++i) columns[0].insert(i), columns[i].insert(0);
  for (LocalIndex i = 0; i < rows; ++i) {
    sample.row[i].clear();
    for (const LocalIndex c : columns[i]) sample.row[i].push_back({c, 1});
  }
  return sample;
}

}  // namespace

TEST_CASE("no two coupled rows have the same colour, and all colours are used", "[colouring]") {
  struct Case {
    Sample sample;
    int colours;  ///< 0: any number
  };
  std::vector<std::vector<Entry>> complete(9);
  for (auto& row : complete)
    for (LocalIndex c = 0; c < 9; ++c) row.push_back({c, 1});
  for (const auto& [sample, expected] :
       {Case{star_sample(9, 8, 7), 2}, Case{star_sample(12, 11, 1), 2}, Case{cube_sample(6, 5, 4), 8},
        Case{cube_sample(2, 2, 2), 8}, Case{Sample{0, complete}, 9}, Case{symmetric_sample(200), 0},
        Case{Sample{0, std::vector<std::vector<Entry>>(5)}, 1}}) {
    INFO(sample.rows() << " rows, " << sample.nonzeros() << " entries");
    const Colouring colouring = colour_rows(sample.arrays());
    const std::vector<int> colours = to_host(colouring.colour_of_row);
    CHECK(clashes(sample, colours) == 0);
    CHECK(static_cast<int>(std::set<int>(colours.begin(), colours.end()).size()) == colouring.colours);
    for (const int c : colours) REQUIRE((c >= 0 && c < colouring.colours));
    if (expected > 0) CHECK(colouring.colours == expected);
    CHECK(to_host(colour_rows(sample.arrays()).colour_of_row) == colours);
  }
  CHECK(colour_rows(Sample{}.arrays()).colours == 0);
}

TEST_CASE("rows are ordered by part and keep their order within a part", "[ordering]") {
  const std::vector<int> part{2, 0, 0, 3, 2, 0, 3};
  const Ordering ordering = order_by_part(to_device(part), 5);
  CHECK(ordering.parts == std::vector<LocalIndex>{0, 3, 3, 5, 7, 7});
  CHECK(to_host(ordering.old_of_new) == std::vector<LocalIndex>{1, 2, 5, 0, 4, 3, 6});
  const Ordering sorted = order_by_part(to_device(std::vector<int>{0, 0, 1}), 2);
  CHECK(sorted.is_identity());
  CHECK(sorted.parts == std::vector<LocalIndex>{0, 2, 3});
  CHECK(order_by_part(to_device(std::vector<int>{}), 2).parts == std::vector<LocalIndex>{0, 0, 0});
  CHECK_THROWS_AS(order_by_part(to_device(std::vector<int>{0, 2}), 2), std::invalid_argument);
  CHECK_THROWS_AS(order_by_part(to_device(std::vector<int>{0, -1}), 2), std::invalid_argument);
}

TEST_CASE("rows with ghost columns are found", "[ordering]") {
  const Sample sample = random_sample(60, 5, 6, 9);
  const std::vector<int> found = to_host(rows_with_ghosts(sample.arrays()));
  for (LocalIndex i = 0; i < 60; ++i) {
    int expected = 0;
    for (const Entry& e : sample.row[i]) expected |= e.column >= 60;
    REQUIRE(found[i] == expected);
  }
}
