// Triangles whose numbers are floats are stored so, and nothing else changes.
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "kernels/formats/sell.hpp"
#include "kernels/triangular/ic0.hpp"
#include "kernels/triangular/substitution.hpp"
#include "tests/kernels/substitutions.hpp"

using namespace minikrylov;
using namespace minikrylov::samples;

namespace {

/// The factors of a sample in its n-th ordering.
struct Factors {
  Triangles triangles;
  std::vector<LocalIndex> parts;

  Factors(const Sample& sample, std::size_t n) {
    const Ordering ordering = orderings_of(sample)[n].ordering;
    parts = ordering.parts;
    triangles = factorise_ic0(permute_rows(sample.arrays(), ordering), parts, 0).factors;
  }
};

}  // namespace

TEST_CASE("triangles of floats take less memory, and substitution has the same bits", "[ic0]") {
  const Sample star = star_sample(13, 12, 11);  // L is that of A, whose entries are small integers
  for (std::size_t n = 0; n < orderings_of(star).size(); ++n) {
    const Factors f(star, n);
    for (const int chunk : sell_chunks)
      for (const int width : {1, 3}) {
        const auto plain = make_sell_substitution(f.triangles, f.parts, chunk);
        const auto exact =
            make_sell_substitution(f.triangles, f.parts, chunk, Precision::double_precision, Narrowing::exact);
        const auto r = random_values(static_cast<std::size_t>(star.rows()) * width, 81);
        INFO("ordering " << n << " chunk " << chunk << " width " << width);
        const auto a = solve(*plain, r, width), b = solve(*exact, r, width);
        CHECK(std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
        CHECK(exact->cost(width).bytes_read < plain->cost(width).bytes_read);
        const Offset entries = f.triangles.lower.nonzeros() + f.triangles.upper.nonzeros();
        CHECK(plain->allocated_bytes() - exact->allocated_bytes() >= 4 * entries);
      }
  }
}

TEST_CASE("a single number that is no float keeps triangles in double precision", "[ic0]") {
  for (const double value : {-0.1, -0x1p-200, -0x1.000001p0 * (1 + 0x1p-30)}) {
    const Factors f(star_sample(5, 4, 3), 0);
    Kokkos::deep_copy(Kokkos::subview(f.triangles.upper.values, f.triangles.upper.nonzeros() - 1), value);
    CHECK(make_sell_substitution(f.triangles, f.parts, 8, Precision::double_precision, Narrowing::exact)
              ->allocated_bytes() == make_sell_substitution(f.triangles, f.parts, 8)->allocated_bytes());
  }
}
