// Orderings: permutations and their inverses, sorting within windows and parts, permuted matrices.
#include "kernels/ordering/ordering.hpp"

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <numeric>
#include <stdexcept>

#include "tests/kernels/sparse_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

std::vector<LocalIndex> shuffled(LocalIndex rows, unsigned seed) {
  std::vector<LocalIndex> numbers(rows);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::shuffle(numbers.begin(), numbers.end(), std::mt19937(seed));
  return numbers;
}

/// The entries of a matrix by (row, column).
std::map<std::pair<LocalIndex, LocalIndex>, double> entries_of(const CrsArrays& matrix) {
  const auto offsets = to_host(matrix.offsets);
  const auto columns = to_host(matrix.columns);
  const auto values = to_host(matrix.values);
  std::map<std::pair<LocalIndex, LocalIndex>, double> entries;
  for (LocalIndex i = 0; i < matrix.rows; ++i)
    for (Offset e = offsets[i]; e < offsets[i + 1]; ++e) entries[{i, columns[e]}] = values[e];
  return entries;
}

/// Selection sort: takes the longest remaining row, the first among equals.
std::vector<LocalIndex> sorted_by_hand(const Sample& sample, std::vector<LocalIndex> order,
                                       const std::vector<LocalIndex>& parts, LocalIndex sigma) {
  for (std::size_t p = 0; p + 1 < parts.size(); ++p)
    for (LocalIndex window = parts[p]; window < parts[p + 1]; window += sigma) {
      const LocalIndex end = std::min(parts[p + 1], window + sigma);
      for (LocalIndex place = window; place < end; ++place) {
        LocalIndex best = place;
        for (LocalIndex k = place + 1; k < end; ++k)
          if (sample.length(order[k]) > sample.length(order[best])) best = k;
        std::rotate(order.begin() + place, order.begin() + best, order.begin() + best + 1);
      }
    }
  return order;
}

}  // namespace

TEST_CASE("the natural ordering changes nothing and copies nothing", "[ordering]") {
  const CrsArrays matrix = random_sample(30, 3, 6, 1).arrays();
  const Ordering natural = natural_ordering(30);
  CHECK(natural.parts == std::vector<LocalIndex>{0, 30});
  CHECK(natural.is_identity());
  CHECK(permute_rows(matrix, natural).values.data() == matrix.values.data());
  const auto x = to_device(random_values(30, 2));
  CHECK(permute(x, natural).data() == x.data());
}

TEST_CASE("an ordering is inverted, and vectors are restored", "[ordering]") {
  const LocalIndex rows = 137;
  const auto order = shuffled(rows, 3);
  const Ordering ordering = make_ordering(order, {0, 40, 40, rows});
  const auto new_of_old = to_host(ordering.new_of_old);
  for (LocalIndex i = 0; i < rows; ++i) REQUIRE(new_of_old[order[i]] == i);
  for (const int width : {1, 3}) {
    const auto x = random_values(static_cast<std::size_t>(rows) * width, 4);
    const auto permuted = permute(to_device(x), ordering);
    const auto there = to_host(permuted);
    for (LocalIndex i = 0; i < rows; ++i)
      for (int j = 0; j < width; ++j) REQUIRE(there[i * width + j] == x[order[i] * width + j]);
    CHECK(in_old_order(there, ordering) == x);
  }
  CHECK_THROWS_AS(permute(to_device(random_values(rows + 1, 4)), ordering), std::invalid_argument);
}

TEST_CASE("parts that do not cover the rows are refused", "[ordering]") {
  CHECK_THROWS_AS(make_ordering({1, 0}, {}), std::invalid_argument);
  CHECK_THROWS_AS(make_ordering({1, 0}, {0, 1}), std::invalid_argument);
  CHECK_THROWS_AS(make_ordering({1, 0}, {1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(make_ordering({1, 0}, {0, 2, 1, 2}), std::invalid_argument);
}

TEST_CASE("sorting puts long rows first within windows and parts, and is stable", "[ordering]") {
  const LocalIndex rows = 201;
  const Sample sample = random_sample(rows, 5, 9, 5);
  const auto offsets = sample.arrays().offsets;
  const std::vector<LocalIndex> parts{0, 13, 13, 77, rows};
  const auto before = shuffled(rows, 6);
  for (const LocalIndex sigma : {2, 7, 64, 201, 1000, 2147483647}) {
    const Ordering sorted = sort_rows(offsets, make_ordering(before, parts), sigma);
    CHECK(sorted.parts == parts);
    CHECK(to_host(sorted.old_of_new) == sorted_by_hand(sample, before, parts, sigma == 2147483647 ? rows : sigma));
    const auto new_of_old = to_host(sorted.new_of_old);
    const auto old_of_new = to_host(sorted.old_of_new);
    for (LocalIndex i = 0; i < rows; ++i) REQUIRE(new_of_old[old_of_new[i]] == i);
  }
  CHECK_THROWS_AS(sort_rows(offsets, natural_ordering(rows), 0), std::invalid_argument);
  CHECK(to_host(sort_rows(offsets, make_ordering(before, parts), 1).old_of_new) == before);
}

TEST_CASE("rows already sorted keep the identity", "[ordering]") {
  Sample sample{0, {{{0, 1.0}, {1, 2.0}}, {{0, 1.0}}, {{1, 1.0}}, {}}};
  CHECK(sort_rows(sample.arrays().offsets, natural_ordering(4), 4).is_identity());
  CHECK(sort_rows(to_device(std::vector<Offset>{0}), natural_ordering(0), 4).is_identity());
}

TEST_CASE("a permuted matrix has each entry at its permuted row and column, ghosts unchanged", "[ordering]") {
  const LocalIndex rows = 90, ghosts = 12;
  const CrsArrays matrix = random_sample(rows, ghosts, 14, 7).arrays();
  const Ordering ordering = make_ordering(shuffled(rows, 8), {0, rows});
  const auto new_of_old = to_host(ordering.new_of_old);
  std::map<std::pair<LocalIndex, LocalIndex>, double> expected;
  for (const auto& [place, value] : entries_of(matrix))
    expected[{new_of_old[place.first], place.second < rows ? new_of_old[place.second] : place.second}] = value;
  const CrsArrays permuted = permute_rows(matrix, ordering);
  CHECK(permuted.rows == rows);
  CHECK(permuted.column_count == rows + ghosts);
  CHECK(entries_of(permuted) == expected);
}
