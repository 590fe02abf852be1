// Substitutions in both formats: M times their result is what they were given, whatever z held before.
#include "kernels/substitution.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "kernels/ic0.hpp"
#include "kernels/sell.hpp"
#include "tests/kernels/dense_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::vector<double> solve(const Substitution& substitution, const std::vector<double>& r, int width) {
  const LocalIndex rows = substitution.rows();
  const Vector z = vector_of(std::vector<double>(r.size(), not_a_number), rows, width);
  substitution.solve(vector_of(r, rows, width), z);
  return to_host(z.data);
}

std::vector<double> times(const Dense& m, const std::vector<double>& z, int width) {
  std::vector<double> r(z.size(), 0.0);
  for (LocalIndex i = 0; i < m.rows; ++i)
    for (LocalIndex k = 0; k < m.rows; ++k)
      for (int j = 0; j < width; ++j) r[i * width + j] += m(i, k) * z[k * width + j];
  return r;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) <= largest)) largest = std::fabs(a[i] - b[i]);
  return largest;
}

std::vector<std::unique_ptr<Substitution>> all_formats(const Triangles& triangles,
                                                       const std::vector<LocalIndex>& parts) {
  std::vector<std::unique_ptr<Substitution>> all;
  all.push_back(make_crs_substitution(triangles, parts));
  for (const int chunk : sell_chunks) all.push_back(make_sell_substitution(triangles, parts, chunk));
  return all;
}

/// Rows without neighbours among those that have some, more than a chunk of them, and rows of all lengths.
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

TEST_CASE("one right-hand side alone gives what it gives among others, in every format alike", "[ic0]") {
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
    const auto x = random_values(sample.rows(), 63), y = random_values(sample.rows(), 64);
    for (const auto& substitution : all_formats(t, ordering.parts)) {
      const auto mx = solve(*substitution, x, 1), my = solve(*substitution, y, 1);
      double xy = 0, yx = 0, size = 0;
      for (std::size_t i = 0; i < x.size(); ++i)
        xy += x[i] * my[i], yx += y[i] * mx[i], size += std::fabs(x[i] * my[i]);
      INFO(how);
      CHECK(std::fabs(xy - yx) < 1e-13 * size);
    }
  }
}

TEST_CASE("symmetric Gauss-Seidel is a substitution with the triangles of a matrix that need not be symmetric",
          "[ic0]") {
  Sample sample = star_sample(6, 5, 4);
  for (auto& row : sample.row)
    for (Entry& e : row) e.value += 0.01 * (e.column % 7);
  const Ordering ordering = orderings_of(sample)[2].ordering;
  const Triangles t = split_into_triangles(permute_rows(sample.arrays(), ordering), ordering.parts);
  const auto r = random_values(sample.rows(), 65);
  for (const auto& substitution : all_formats(t, ordering.parts))
    CHECK(largest_difference(times(product_of_factors(t), solve(*substitution, r, 1), 1), r) < 1e-10);
}

TEST_CASE("the cost is that of both triangles, the diagonal and the vectors of each sweep", "[ic0]") {
  const Sample sample = star_sample(8, 8, 8);  // 256 rows of each colour, 1344 pairs
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
  const Sample none;
  CHECK(make_sell_substitution(split_into_triangles(none.arrays(), {0, 0}), {0, 0}, 8)->rows() == 0);
}
