// Substitution in both formats: M times its result is its input, whatever z held before.
#include "kernels/triangular/substitution.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <stdexcept>

#include "kernels/formats/sell.hpp"
#include "kernels/ordering/uncoupled.hpp"
#include "kernels/triangular/ic0.hpp"
#include "tests/kernels/substitutions.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

std::vector<std::unique_ptr<Substitution>> all_formats(const Triangles& triangles, const std::vector<LocalIndex>& parts,
                                                       Precision precision = Precision::double_precision) {
  std::vector<std::unique_ptr<Substitution>> all;
  all.push_back(make_crs_substitution(triangles, parts, precision));
  for (const int chunk : sell_chunks) all.push_back(make_sell_substitution(triangles, parts, chunk, precision));
  return all;
}

/// Rows of all lengths, among them more than a chunk of rows without neighbours.
Sample ragged_sample() {
  Sample sample = cube_sample(9, 8, 3);
  std::vector<std::vector<Entry>> kept(sample.rows());
  const auto alone = [](LocalIndex i) { return i % 7 == 2 || (i > 100 && i < 120); };
  for (LocalIndex i = 0; i < sample.rows(); ++i)
    for (const Entry& e : sample.row[i])
      if (e.column == i || (!alone(i) && !alone(e.column))) kept[i].push_back(e);
  return {0, kept};
}

}  // namespace

TEST_CASE("M z = r for every ordering, format, chunk height and width", "[ic0]") {
  for (const Sample& sample : {star_sample(9, 8, 1), star_sample(7, 6, 5), cube_sample(6, 5, 7), ragged_sample()})
    for (const auto& [how, ordering] : orderings_of(sample)) {
      const Triangles t = factorise_ic0(permute_rows(sample.arrays(), ordering), ordering.parts, 0).factors;
      const Dense m = product_of_factors(t);
      for (const auto& substitution : all_formats(t, ordering.parts))
        for (const int width : {1, 2, 5, 32}) {
          INFO(sample.rows() << " rows, " << how << ", width " << width);
          const auto r = random_values(static_cast<std::size_t>(m.rows) * width, 61);
          CHECK(largest_difference(times(m, solve(*substitution, r, width), width), r) < 1e-10);
        }
    }
}

TEST_CASE("a right-hand side gives the same result alone and among others, in every format", "[ic0]") {
  const Sample sample = star_sample(15, 14, 13);
  const Ordering ordering = orderings_of(sample)[2].ordering;
  const Triangles t = factorise_ic0(permute_rows(sample.arrays(), ordering), ordering.parts, 0).factors;
  const auto many = random_values(static_cast<std::size_t>(sample.rows()) * 3, 62);
  std::vector<double> one(sample.rows());
  for (LocalIndex i = 0; i < sample.rows(); ++i) one[i] = many[3 * i + 1];
  std::vector<double> first;
  for (const auto& substitution : all_formats(t, ordering.parts)) {
    const auto alone = solve(*substitution, one, 1), among = solve(*substitution, many, 3);
    if (first.empty()) first = alone;
    CHECK(largest_difference(alone, first) < 1e-13);
    double difference = 0;
    for (LocalIndex i = 0; i < sample.rows(); ++i)
      difference = std::fmax(difference, std::fabs(among[3 * i + 1] - alone[i]));
    CHECK(difference < 1e-13);
    CHECK(solve(*substitution, one, 1) == alone);
  }
}

TEST_CASE("M is symmetric: (x, M⁻¹ y) = (y, M⁻¹ x)", "[ic0]") {
  const Sample sample = cube_sample(6, 7, 5);
  for (const auto& [how, ordering] : orderings_of(sample)) {
    const Triangles t = factorise_ic0(permute_rows(sample.arrays(), ordering), ordering.parts, 0).factors;
    for (const Precision precision :
         {Precision::double_precision, Precision::single_precision, Precision::half_precision, Precision::bfloat16})
      for (const auto& substitution : all_formats(t, ordering.parts, precision)) {
        INFO(how);
        CHECK(asymmetry(*substitution) < 1e-13);
      }
  }
}

TEST_CASE("single-precision factors take half the bytes and lose half the digits", "[ic0]") {
  const Sample sample = cube_sample(8, 7, 6);
  for (const auto& [how, ordering] : orderings_of(sample)) {
    const Triangles t = factorise_ic0(permute_rows(sample.arrays(), ordering), ordering.parts, 0).factors;
    const Dense m = product_of_factors(t);
    const auto both = {all_formats(t, ordering.parts), all_formats(t, ordering.parts, Precision::single_precision)};
    for (std::size_t f = 0; f < both.begin()->size(); ++f)
      for (const int width : {1, 3, 16}) {
        const Substitution &full = *both.begin()[0][f], &single = *both.begin()[1][f];
        const auto r = random_values(static_cast<std::size_t>(m.rows) * width, 66);
        const double error = largest_difference(times(m, solve(single, r, width), width), r);
        INFO(how << ", format " << f << ", width " << width << ", error " << error);
        CHECK(error < 100 * 1e-5);
        CHECK(error > 1e-7);
        CHECK(full.allocated_bytes() - single.allocated_bytes() >=
              4 * (t.lower.nonzeros() + t.upper.nonzeros() + m.rows));
      }
  }
}

TEST_CASE("factors of 16 bits take a quarter of the bytes of numbers, and lose the digits that they lack", "[ic0]") {
  const Sample sample = cube_sample(8, 7, 6);
  const Ordering ordering = orderings_of(sample)[1].ordering;
  const Triangles t = factorise_ic0(permute_rows(sample.arrays(), ordering), ordering.parts, 0).factors;
  const Dense m = product_of_factors(t);
  const auto full = all_formats(t, ordering.parts);
  const auto r = random_values(static_cast<std::size_t>(m.rows), 67);
  for (const auto& [precision, digit] :
       {std::pair(Precision::half_precision, 0x1p-11), {Precision::bfloat16, 0x1p-8}}) {
    const auto narrow = all_formats(t, ordering.parts, precision);
    for (std::size_t f = 0; f < full.size(); ++f) {
      const double error = largest_difference(times(m, solve(*narrow[f], r, 1), 1), r);
      INFO("format " << f << ", error " << error << " for digit " << digit);
      CHECK(error < 100 * digit);
      CHECK(error > digit / 100);
      CHECK(full[f]->allocated_bytes() - narrow[f]->allocated_bytes() >=
            6 * (t.lower.nonzeros() + t.upper.nonzeros()) + 4 * m.rows);
    }
  }
}

TEST_CASE("isolated parts are computed in parallel, with the same result as sequentially", "[ic0]") {
  const Sample sample = star_sample(6, 5, 12);
  std::vector<int> slab(sample.rows());
  for (LocalIndex i = 0; i < sample.rows(); ++i) slab[i] = i / 90;
  const CrsArrays slabs = uncoupled(sample.arrays(), to_device(slab));
  const std::vector<LocalIndex> parts{0, 90, 180, 270, 360};
  const Triangles at_once = factorise_ic0(slabs, parts, 0).factors;
  const Triangles in_turn = factorise_ic0(slabs, {0, 360}, 0).factors;
  CHECK(stages_of(survey_parts(at_once, parts)).size() == 1);
  CHECK(stages_of(survey_parts(split_into_triangles(sample.arrays(), parts), parts)).size() == 4);
  CHECK(to_host(at_once.diagonal) == to_host(in_turn.diagonal));
  const auto r = random_values(360, 67);
  const auto one = all_formats(at_once, parts), other = all_formats(in_turn, {0, 360});
  for (std::size_t f = 0; f < one.size(); ++f) CHECK(solve(*one[f], r, 1) == solve(*other[f], r, 1));
}

TEST_CASE("symmetric Gauss-Seidel is a substitution with the triangles of a possibly unsymmetric matrix", "[ic0]") {
  Sample sample = star_sample(6, 5, 4);
  for (auto& row : sample.row)
    for (Entry& e : row) e.value += 0.01 * (e.column % 7);
  const Ordering ordering = orderings_of(sample)[2].ordering;
  const Triangles t = split_into_triangles(permute_rows(sample.arrays(), ordering), ordering.parts);
  const auto r = random_values(sample.rows(), 65);
  for (const auto& substitution : all_formats(t, ordering.parts))
    CHECK(largest_difference(times(product_of_factors(t), solve(*substitution, r, 1), 1), r) < 1e-10);
}

TEST_CASE("the cost includes both triangles, and the diagonal and vectors of each sweep", "[ic0]") {
  const Sample sample = star_sample(8, 8, 8);  // 256 rows per colour, 1344 couplings
  const Ordering ordering = orderings_of(sample)[2].ordering;
  const Triangles t = split_into_triangles(permute_rows(sample.arrays(), ordering), ordering.parts);
  const auto crs = make_crs_substitution(t, ordering.parts);
  // Forward over all rows, backward over the first colour.
  CHECK(crs->allocated_bytes() == 2 * (12 * 1344 + 4 * 513) + 8 * 512);
  CHECK(crs->cost(3).bytes_read == 2 * (12 * 1344 + 4 * 513) + 8 * (512 + 256) * (1 + 3));
  CHECK(crs->cost(3).bytes_written == 8 * (512 + 256) * 3);
  CHECK(crs->cost(3).flops == 3 * 2 * (2 * 1344 + 512 + 256));
  CHECK(make_sell_substitution(t, ordering.parts, 8)->cost(1).bytes_read >= 2 * 8 * 1344 + 8 * 768 * 2);
  CHECK_THROWS_AS(make_sell_substitution(t, ordering.parts, 7), std::invalid_argument);
  const Sample no_row;
  CHECK(make_sell_substitution(split_into_triangles(no_row.arrays(), {0, 0}), {0, 0}, 8)->rows() == 0);
}
