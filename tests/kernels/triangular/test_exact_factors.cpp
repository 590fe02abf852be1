// Triangles whose numbers are narrow are stored so, and nothing else changes.
#include <catch2/catch_test_macros.hpp>

#include "kernels/formats/sell.hpp"
#include "kernels/triangular/ic0.hpp"
#include "kernels/triangular/substitution.hpp"
#include "tests/bits.hpp"
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

namespace {

/// Bytes of a substitution without those of its numbers.
Offset bytes_beside(const Factors& f, Offset numbers, int chunk) {
  return make_sell_substitution(f.triangles, f.parts, chunk)->allocated_bytes() - 8 * numbers;
}

/// The numbers of both triangles as stored, padding included.
Offset numbers_of(const Factors& f, int chunk) {
  return (make_sell_substitution(f.triangles, f.parts, chunk)->allocated_bytes() -
          make_sell_substitution(f.triangles, f.parts, chunk, Precision::single_precision)->allocated_bytes() -
          4 * f.triangles.rows()) /
         4;
}

/// Multiplies L and U by a power of two, or by a number that needs more digits.
void multiply(const Factors& f, double factor) {
  for (const auto& values : {f.triangles.lower.values, f.triangles.upper.values})
    Kokkos::parallel_for(
        "a = factor a", Kokkos::RangePolicy<Exec>(0, values.extent(0)), KOKKOS_LAMBDA(int e) { values(e) *= factor; });
}

/// A factor by which small integers fit a precision and none that is narrower, and the bytes of a number then.
struct Fit {
  double factor;
  int bytes;
};
constexpr Fit fits[] = {{1, 2}, {0x1p-100, 2}, {1 + 0x1p-9, 2}, {0x1p-100 * (1 + 0x1p-9), 4}, {1 + 0x1p-20, 4}};

}  // namespace

TEST_CASE("exact triangles take the bytes of the narrowest precision, and substitution has the same bits", "[ic0]") {
  const Sample star = star_sample(13, 12, 11);  // L is that of A, whose entries are small integers
  for (const Fit& fit : fits)
    for (std::size_t n = 0; n < orderings_of(star).size(); ++n) {
      const Factors f(star, n);
      multiply(f, fit.factor);
      const auto crs = make_crs_substitution(f.triangles, f.parts);
      const auto exact_crs = make_crs_substitution(f.triangles, f.parts, Precision::double_precision, Narrowing::exact);
      const Offset entries = f.triangles.lower.nonzeros() + f.triangles.upper.nonzeros();
      CHECK(crs->allocated_bytes() - exact_crs->allocated_bytes() == (8 - fit.bytes) * entries);
      for (const int chunk : sell_chunks) {
        const auto plain = make_sell_substitution(f.triangles, f.parts, chunk);
        const auto exact =
            make_sell_substitution(f.triangles, f.parts, chunk, Precision::double_precision, Narrowing::exact);
        const Offset numbers = numbers_of(f, chunk);
        CHECK(exact->allocated_bytes() == bytes_beside(f, numbers, chunk) + fit.bytes * numbers);
        for (const int width : {1, 3}) {
          INFO("factor " << fit.factor << " ordering " << n << " chunk " << chunk << " width " << width);
          const auto r = random_values(static_cast<std::size_t>(star.rows()) * width, 81);
          const auto a = solve(*plain, r, width), b = solve(*exact, r, width);
          CHECK(same_bits(a, b));
          CHECK(exact->cost(width).bytes_read < plain->cost(width).bytes_read);
          const auto c = solve(*crs, r, width), d = solve(*exact_crs, r, width);
          CHECK(same_bits(c, d));
        }
      }
    }
}

TEST_CASE("a single number that is no float keeps triangles in double precision", "[ic0]") {
  for (const double value : {-0.1, -0x1p-200, 0x1p200, -0x1.000001p0 * (1 + 0x1p-30)}) {
    const Factors f(star_sample(5, 4, 3), 0);
    Kokkos::deep_copy(Kokkos::subview(f.triangles.upper.values, f.triangles.upper.nonzeros() - 1), value);
    CHECK(make_sell_substitution(f.triangles, f.parts, 8, Precision::double_precision, Narrowing::exact)
              ->allocated_bytes() == make_sell_substitution(f.triangles, f.parts, 8)->allocated_bytes());
  }
}
