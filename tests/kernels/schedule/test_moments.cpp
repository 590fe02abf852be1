// Moments: inner products of neighbouring powers, the same bits whatever computes these.
#include "kernels/schedule/powers_moments.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "tests/kernels/powers_samples.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// (y_⌈n/2⌉, z_⌊n/2⌋) by a plain loop, and the sum of its terms' magnitudes.
std::pair<double, double> plain_moment(PowersChain y, PowersChain z, int n, int column,
                                       const std::vector<double>& inverse) {
  const Vector &a = y[(n + 1) / 2], &b = z[n / 2];
  double sum = 0, size = 0;
  for (LocalIndex row = 0; row < a.rows; ++row) {
    const Offset e = Offset{row} * a.width + column;
    const double term = a.data(e) * b.data(e) / (inverse.empty() ? 1 : inverse[row]);
    sum += term;
    size += std::fabs(term);
  }
  return {sum, size};
}

void compare_moments(const Planned& from, int width, int powers, LocalIndex tile_rows, TileShape shape,
                     const std::vector<double>& inverse) {
  INFO(name_of(shape) << ", width " << width << ", " << powers << " powers, tiles of " << tile_rows << " rows");
  const LocalIndex rows = from.matrix->rows();
  const auto p = columns(rows, width, powers, 1), r = columns(rows, width, powers - 1, 2);
  const PowersChain chains[] = {p, r};
  const Array<double> weights = inverse.empty() ? Array<double>() : to_device(inverse);
  MomentSums meanwhile, later;
  meanwhile.begin(chains, weights);
  later.begin(chains, weights);
  RingVectors rings;
  const Powers all{.terms = recurrence, .chains = chains, .inverse_diagonal = weights, .moments = &meanwhile};
  run_powers(from.plan(powers, width, tile_rows, shape), rings, *from.matrix, all, NoGhosts());
  later.add_all(all, nullptr);
  const std::vector<double> found = meanwhile.total();
  CHECK(found == later.total());

  const MomentLayout layout{powers + 1};
  REQUIRE(found.size() == static_cast<std::size_t>(layout.count()) * width);
  bool close = true;
  const auto check = [&](PowersChain y, PowersChain z, int first, int end) {
    for (int n = 0; n < end - first; ++n)
      for (int column = 0; column < width; ++column) {
        const auto [sum, size] = plain_moment(y, z, n, column, inverse);
        close = close && std::fabs(found[(first + n) * width + column] - sum) <= 1e-14 * size;
      }
  };
  check(p, p, layout.pp(), layout.pr());
  check(p, r, layout.pr(), layout.rr());
  check(r, r, layout.rr(), layout.count());
  CHECK(close);
}

}  // namespace

TEST_CASE("moments have the same bits whether they are summed by any tiles or after all powers", "[powers]") {
  if (!on_host) SKIP("plans are for hosts");
  const LocalIndex tile_rows = GENERATE(0, 64, 192, 100000);
  const int powers = GENERATE(1, 2, 4, 6);
  const TileShape shape = GENERATE(TileShape::skewed, TileShape::strips, TileShape::leaning);
  const Planned star = planned(star_sample(16, 12, 30)), any = planned(random_sample(3000, 0, 9, 3));
  for (const Planned* from : {&star, &any}) {
    std::vector<double> inverse(from->matrix->rows());
    for (std::size_t row = 0; row < inverse.size(); ++row) inverse[row] = 0.3 + 0.1 * static_cast<double>(row % 7);
    for (const int width : {1, 3}) {
      compare_moments(*from, width, powers, tile_rows, shape, {});
      compare_moments(*from, width, powers, tile_rows, shape, inverse);
    }
  }
}

TEST_CASE("Chebyshev's polynomials are recognised by their recurrence", "[powers]") {
  const PowersTerm first{.a = 0.3, .b = -1.1}, next{.a = 0.6, .b = -2.2, .c = -1};
  CHECK(are_chebyshev(std::vector{first}));
  CHECK(are_chebyshev(std::vector{first, next, next}));
  CHECK_FALSE(are_chebyshev({}));
  CHECK_FALSE(are_chebyshev(std::vector{first, first}));
  CHECK_FALSE(are_chebyshev(std::vector{next, next}));
  CHECK_FALSE(are_chebyshev(std::vector{first, next, PowersTerm{.a = 0.6, .b = -2.2, .c = -1, .d = 0.1}}));
  CHECK_FALSE(are_chebyshev(recurrence));
}
