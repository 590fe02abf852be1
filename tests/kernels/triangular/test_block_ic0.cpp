// IC(0) of blocks and its substitution: the same M as IC(0) of single rows in the same order, in every format.
#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/blocks.hpp"
#include "kernels/formats/sell.hpp"
#include "kernels/triangular/block_diagonal.hpp"
#include "kernels/triangular/ic0.hpp"
#include "kernels/triangular/kokkos_gauss_seidel.hpp"
#include "kernels/triangular/substitution.hpp"
#include "tests/kernels/spd_blocks.hpp"
#include "tests/kernels/substitutions.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// A matrix of blocks in some ordering of its points, and its IC(0) as a dense matrix computed from single rows.
struct BlockCase {
  std::string name;
  CrsArrays single, points;
  std::vector<LocalIndex> parts;  ///< of points
  Dense m;
};

std::vector<BlockCase> block_cases(int block) {
  std::vector<BlockCase> all;
  for (const Sample& points : {star_sample(5, 4, 3), cube_sample(4, 3, 3), cube_sample(9, 8, 1)})
    for (const auto& [how, ordering] : orderings_of(points)) {
      const CrsArrays single = permute_rows(spd_blocks(points, block, 71).arrays(), ordering_of_rows(ordering, block));
      const IncompleteCholesky ic0 = factorise_ic0(single, {0, single.rows}, 0.1);
      all.push_back({how + ", " + std::to_string(points.rows()) + " points, block " + std::to_string(block), single,
                     to_blocks(single, block), ordering.parts, product_of_factors(ic0.factors)});
    }
  return all;
}

std::vector<std::unique_ptr<Substitution>> all_formats(const BlockCase& c, Precision precision) {
  const Triangles factors = factorise_ic0(c.points, c.parts, 0.1).factors;
  std::vector<std::unique_ptr<Substitution>> all;
  all.push_back(make_crs_substitution(factors, c.parts, precision));
  for (const int chunk : sell_chunks) all.push_back(make_sell_substitution(factors, c.parts, chunk, precision));
  return all;
}

}  // namespace

TEST_CASE("IC(0) of blocks equals that of single rows in the same order, in every format", "[ic0][blocks]") {
  for (const int block : block_sizes)
    for (const BlockCase& c : block_cases(block))
      for (const Precision precision : {Precision::double_precision, Precision::single_precision})
        for (const auto& substitution : all_formats(c, precision))
          for (const int width : {1, 2, 5, 32}) {
            INFO(c.name << ", width " << width);
            REQUIRE(substitution->rows() == c.single.rows);
            const auto r = random_values(static_cast<std::size_t>(c.m.rows) * width, 72);
            const double error = largest_difference(times(c.m, solve(*substitution, r, width), width), r);
            CHECK(error < (precision == Precision::double_precision ? 1e-10 : 1e-3));
          }
}

TEST_CASE("IC(0) of blocks is symmetric", "[ic0][blocks]") {
  for (const BlockCase& c : block_cases(3))
    for (const auto& substitution : all_formats(c, Precision::single_precision)) {
      INFO(c.name);
      CHECK(asymmetry(*substitution) < 1e-13);
    }
}

TEST_CASE("the bad pivot of a block is the same as that of single rows", "[ic0][blocks]") {
  const Sample points = star_sample(4, 3, 3);
  for (const int block : block_sizes)
    for (const LocalIndex row : {0, 17, 40}) {
      Sample sample = spd_blocks(points, block, 73);
      for (Entry& e : sample.row[row])
        if (e.column == row) e.value = 0.01;
      const auto single = factorise_ic0(sample.arrays(), {0, sample.rows()}, 0);
      const auto blocks = factorise_ic0(to_blocks(sample.arrays(), block), {0, points.rows()}, 0);
      REQUIRE(single.bad_pivot);
      REQUIRE(blocks.bad_pivot);
      CHECK(blocks.bad_pivot->row == single.bad_pivot->row);
      CHECK(std::fabs(blocks.bad_pivot->value - single.bad_pivot->value) < 1e-12);
      CHECK_FALSE(factorise_ic0(to_blocks(sample.arrays(), block), {0, points.rows()}, 500).bad_pivot);
    }
}

TEST_CASE("the cost with blocks counts all numbers of blocks", "[ic0][blocks]") {
  const Sample points = star_sample(8, 8, 8);  // 256 points per colour, 1344 couplings
  const Ordering ordering = orderings_of(points)[2].ordering;
  const CrsArrays single = permute_rows(spd_blocks(points, 3, 74).arrays(), ordering_of_rows(ordering, 3));
  const Triangles t = split_into_triangles(to_blocks(single, 3), ordering.parts);
  const auto crs = make_crs_substitution(t, ordering.parts);
  CHECK(crs->allocated_bytes() == 2 * (76 * 1344 + 4 * 513) + 72 * 512);
  CHECK(crs->cost(2).bytes_read == 2 * (76 * 1344 + 4 * 513) + 72 * 768 + 8 * 3 * 768 * 2);
  CHECK(crs->cost(2).bytes_written == 8 * 3 * 768 * 2);
  CHECK(crs->cost(2).flops == 2 * 2 * 9 * (2 * 1344 + 768));
}

TEST_CASE("diagonal blocks are inverted with pivoting, or the first singular one is reported", "[blocks]") {
  const std::vector<double> numbers{0, 2, 0, 1, 0, 0, 0, 0, 4, 2, 1, 1, 1, 3, 2, 1, 0, 0};
  const InverseBlocks inverse = invert_blocks(to_device(numbers), {0, 1, 2}, 3);
  CHECK(inverse.first_singular == 2);
  const BlockDiagonal solver(inverse.numbers, 3);
  CHECK(solver.rows() == 6);
  Dense d(6);
  for (int n = 0; n < 18; ++n) d(n / 9 * 3 + n % 9 / 3, n / 9 * 3 + n % 3) = numbers[n];
  for (const int width : {1, 4}) {
    const auto r = random_values(static_cast<std::size_t>(6) * width, 75);
    CHECK(largest_difference(times(d, solve(solver, r, width), width), r) < 1e-12);
  }
  CHECK(solver.cost(2).bytes_read == 8 * (18 + 12));
  CHECK(invert_blocks(to_device(std::vector<double>{1, 0, 0, 1, 1, 2, 2, 4}), {0, 2}, 2).first_singular == 1);
}

TEST_CASE("Kokkos Kernels' Gauss-Seidel is symmetric, and M ≥ A", "[ic0]") {
  for (const Sample& sample : {star_sample(7, 6, 5), cube_sample(6, 5, 4)}) {
    const auto solver = make_kokkos_gauss_seidel(sample.arrays());
    CHECK(asymmetry(*solver) < 1e-13);
    // M ≥ A: (b, M⁻¹ b) ≤ (x, A x) for b = A x.
    const auto x = random_values(static_cast<std::size_t>(sample.rows()) * 3, 76);
    const auto b = sample.times(x, 3), z = solve(*solver, b, 3);
    for (int j = 0; j < 3; ++j) {
      double bz = 0, bx = 0;
      for (LocalIndex i = 0; i < sample.rows(); ++i)
        bz += b[3 * i + j] * z[3 * i + j], bx += b[3 * i + j] * x[3 * i + j];
      CHECK(bz > 0.1 * bx);
      CHECK(bz < bx);
    }
  }
  const Sample diagonal{0, {{{0, 4.0}}, {{1, 2.0}}}};
  CHECK(solve(*make_kokkos_gauss_seidel(diagonal.arrays()), {1, 1}, 1) == std::vector<double>{0.25, 0.5});
}
