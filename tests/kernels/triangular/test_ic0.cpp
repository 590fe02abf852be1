// IC(0) against its definition and a dense factorisation: small grids, 5-, 7- and 27-point stencils, all orderings.
#include "kernels/triangular/ic0.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <stdexcept>

#include "kernels/ordering/colouring.hpp"
#include "tests/kernels/dense_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

struct Case {
  const char* name;
  Sample sample;
};

std::vector<Case> cases() {
  return {{"5 points", star_sample(7, 6, 1)},
          {"7 points", star_sample(5, 4, 3)},
          {"9 points", cube_sample(6, 5, 1)},
          {"27 points", cube_sample(4, 5, 3)}};
}

}  // namespace

TEST_CASE("triangles and diagonal are those of the matrix, sorted, without ghosts", "[ic0]") {
  const LocalIndex rows = 70;
  const Sample sample = random_sample(rows, 9, 12, 51);
  const Dense a = dense_of(sample);
  const Triangles t = split_into_triangles(sample.arrays(), {0, 20, 20, rows});
  const Dense lower = dense_of(t.lower), upper = dense_of(t.upper);
  const auto diagonal = to_host(t.diagonal);
  for (LocalIndex i = 0; i < rows; ++i)
    for (LocalIndex j = 0; j < rows; ++j) {
      REQUIRE(lower(i, j) == (j < i ? a(i, j) : 0));
      REQUIRE(upper(i, j) == (j > i ? a(i, j) : 0));
      if (i == j) REQUIRE(diagonal[i] == a(i, i));
    }
  for (const CrsArrays& side : {t.lower, t.upper}) {
    const auto offsets = to_host(side.offsets);
    const auto columns = to_host(side.columns);
    for (LocalIndex i = 0; i < rows; ++i) REQUIRE(std::is_sorted(&columns[offsets[i]], &columns[offsets[i + 1]]));
  }
}

TEST_CASE("surveyed parts have the entries of their rows, and their couplings", "[ic0]") {
  const CrsArrays matrix = star_sample(4, 3, 1).arrays();
  const Triangles natural = split_into_triangles(matrix, {0, 12});
  const auto whole = survey_parts(natural, {0, 0, 12, 12});
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].coupling == Coupling::isolated);
  CHECK(whole[0].lower_entries == 17);
  CHECK(whole[0].upper_entries == 17);
  const Colouring colouring = colour_rows(matrix);
  const Ordering ordering = order_by_part(colouring.colour_of_row, colouring.colours);
  const auto colours =
      survey_parts(split_into_triangles(permute_rows(matrix, ordering), ordering.parts), ordering.parts);
  REQUIRE(colours.size() == 2);
  CHECK(colours[0].coupling == Coupling::none);
  CHECK(colours[0].lower_entries == 0);
  CHECK(colours[0].upper_entries == 17);
  CHECK(colours[1].coupling == Coupling::none);
  CHECK(colours[1].lower_entries == 17);
  CHECK(colours[1].upper_entries == 0);
}

TEST_CASE("M equals A in all entries of A, and equals the dense IC(0)", "[ic0]") {
  for (const auto& [name, sample] : cases())
    for (const auto& [how, ordering] : orderings_of(sample)) {
      INFO(name << ", " << how);
      const CrsArrays ordered = permute_rows(sample.arrays(), ordering);
      const IncompleteCholesky ic0 = factorise_ic0(ordered, ordering.parts, 0);
      REQUIRE_FALSE(ic0.bad_pivot);
      const Dense a = dense_of(ordered), m = product_of_factors(ic0.factors), oracle = dense_ic0(a, 0);
      const Dense lower = dense_of(ic0.factors.lower), upper = dense_of(ic0.factors.upper);
      const auto pivots = to_host(ic0.factors.diagonal);
      double off = 0, from_oracle = 0;
      for (LocalIndex i = 0; i < a.rows; ++i)
        for (LocalIndex j = 0; j < a.rows; ++j) {
          if (a(i, j) != 0) off = std::fmax(off, std::fabs(m(i, j) - a(i, j)));
          REQUIRE(lower(i, j) == upper(j, i));
          if (j <= i)
            from_oracle = std::fmax(from_oracle, std::fabs((i == j ? pivots[i] : lower(i, j)) - oracle(i, j)));
        }
      CHECK(off < 1e-13);
      CHECK(from_oracle < 1e-13);
    }
}

TEST_CASE("star stencils keep their off-diagonal entries, as in the paper", "[ic0]") {
  const Sample sample = star_sample(5, 4, 3);
  for (const auto& [how, ordering] : orderings_of(sample)) {
    const CrsArrays ordered = permute_rows(sample.arrays(), ordering);
    const Triangles before = split_into_triangles(ordered, ordering.parts);
    const Triangles after = factorise_ic0(ordered, ordering.parts, 0).factors;
    INFO(how);
    CHECK(to_host(after.lower.values) == to_host(before.lower.values));
    CHECK(to_host(after.upper.values) == to_host(before.upper.values));
    CHECK(to_host(after.diagonal) != to_host(before.diagonal));
  }
}

TEST_CASE("a shift increases the diagonal before the factorisation", "[ic0]") {
  const Sample sample = cube_sample(4, 3, 3);
  const IncompleteCholesky ic0 = factorise_ic0(sample.arrays(), {0, sample.rows()}, 0.25);
  const Dense oracle = dense_ic0(dense_of(sample), 0.25);
  const auto pivots = to_host(ic0.factors.diagonal);
  for (LocalIndex i = 0; i < sample.rows(); ++i) CHECK(std::fabs(pivots[i] - oracle(i, i)) < 1e-13);
}

TEST_CASE("a pivot that is not positive is reported with its row, and a shift helps", "[ic0]") {
  // Row 3 of this matrix has 1 - 2² = -3 as its pivot.
  const Sample indefinite{1, {{{0, 4.0}}, {{1, 1.0}, {3, 2.0}}, {{2, 1.0}, {4, 9.0}}, {{1, 2.0}, {3, 1.0}}}};
  for (const std::vector<LocalIndex>& parts : {std::vector<LocalIndex>{0, 4}, std::vector<LocalIndex>{0, 3, 4}}) {
    const IncompleteCholesky ic0 = factorise_ic0(indefinite.arrays(), parts, 0);
    REQUIRE(ic0.bad_pivot);
    CHECK(ic0.bad_pivot->row == 3);
    CHECK(ic0.bad_pivot->value == -3);
    CHECK_FALSE(factorise_ic0(indefinite.arrays(), parts, 1.5).bad_pivot);
  }
  const Sample zero{0, {{{0, 1.0}}, {}}};
  CHECK(factorise_ic0(zero.arrays(), {0, 2}, 1).bad_pivot->row == 1);
  const Sample lonely{0, {{{0, 1.0}, {1, 1.0}}, {{1, 1.0}}}};
  CHECK_THROWS_AS(factorise_ic0(lonely.arrays(), {0, 2}, 0), std::invalid_argument);
}
