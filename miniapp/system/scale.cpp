// Chooses the power of two for a system, and multiplies by it.
#include "miniapp/system/scale.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "kernels/core/arrays.hpp"
#include "problems/require.hpp"

namespace minikrylov {
namespace {

/// Within these exponents, products of four matrix entries and two components stay in the range of double, even if the
/// components have become 1e16 times larger or smaller.
constexpr int ordinary = 64;
/// The same for vectors in single precision, whose exponents end at 127: residuals may then become 1e13 times smaller,
/// where solves end, and M⁻¹ r 1e20 times larger or smaller than r.
constexpr int ordinary_for_singles = 8;
/// Of a scaled initial guess, whose residual single precision must hold: likewise, with rows of 2^20 entries.
constexpr int moderate = 40;
/// Beyond these, numbers somewhat smaller or larger than the largest entry underflow or overflow.
constexpr int extreme = 500;

/// The largest |array(k)| of all ranks; infinite if one of them is not finite. Collective.
double largest(const Array<double>& array, const Communicator& ranks) {
  return largest_of_columns(array, static_cast<Offset>(array.extent(0)), 1, ranks).front();
}

/// The exponent for numbers of which this is the largest: 0 up to 2^±most.
int exponent_for(double largest, int most) {
  if (largest == 0) return 0;
  const int given = std::ilogb(largest);
  if (std::abs(given) <= most) return 0;
  return -(given - given % 2);
}

void require_possible(double largest, const char* what) {
  require(largest == 0 || (largest >= std::ldexp(1, -extreme) && largest <= std::ldexp(1, extreme)),
          "the largest entry of {} is {:.1e} (systems are solved between 1e-150 and 1e150, so that squares neither "
          "underflow nor overflow) rescale the system",
          what, largest);
}

/// Columns are scaled together, so they must not differ by so much that squares of the smallest residuals underflow.
void require_alike(const std::vector<double>& columns) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const double size : columns) {
    if (size > 0) least = std::min(least, size);
    most = std::max(most, size);
  }
  require(most == 0 || most <= std::ldexp(least, 2 * ordinary),
          "the largest entries of the columns of the right-hand side lie between {:.1e} and {:.1e} (columns that are "
          "solved together may differ by 3e38) solve them one by one",
          least, most);
}

/// Where b is A x, its exponent follows from those of A and x.
int exponent_of_rhs(const Rows& given, int of_matrix, int most, const Communicator& ranks) {
  if (given.rhs.extent(0) == 0) {
    const double component = largest(given.solution, ranks);
    require_possible(component, "the solution");
    return exponent_for(component, most) + of_matrix;
  }
  const auto width = static_cast<int>(given.rhs.extent(0) / static_cast<std::size_t>(given.rows));
  const std::vector<double> columns = largest_of_columns(given.rhs, given.rows, width, ranks);
  const double component = *std::max_element(columns.begin(), columns.end());
  require_possible(component, "the right-hand side");
  require_alike(columns);
  return exponent_for(component, most);
}

}  // namespace

std::vector<double> largest_of_columns(const Array<double>& array, Offset rows, int columns,
                                       const Communicator& ranks) {
  constexpr double finite = std::numeric_limits<double>::max(), infinite = std::numeric_limits<double>::infinity();
  std::vector<double> largest(columns, 0);
  for (int j = 0; j < columns; ++j)
    Kokkos::parallel_reduce(
        "largest number", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, rows),
        KOKKOS_LAMBDA(Offset i, double& most) {
          const double size = Kokkos::fabs(array(i * columns + j));
          most = Kokkos::max(most, size <= finite ? size : infinite);
        },
        Kokkos::Max<double>(largest[j]));
  for (double& size : largest) size = std::max(size, 0.0);  // of no rows
  return ranks.reduce(largest, ReduceBy::maximum);
}

Array<double> times_power(const Array<double>& array, int exponent) {
  if (exponent == 0 || array.extent(0) == 0) return array;
  const auto product = allocate<double>(array.label(), array.extent(0));
  const double factor = std::ldexp(1, exponent);
  Kokkos::parallel_for(
      "2^k a", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Offset>>(0, array.extent(0)),
      KOKKOS_LAMBDA(Offset k) { product(k) = factor * array(k); });
  return product;
}

void require_possible(const Array<double>& numbers, const char* what, const Communicator& ranks) {
  require_possible(largest(numbers, ranks), what);
}

void require_moderate(const Array<double>& guess, const ScaleExponents& scale, const Communicator& ranks) {
  const double most = largest(guess, ranks);
  require(most == 0 || std::abs(std::ilogb(most)) <= moderate,
          "the initial guess does not suit vectors in single precision (its largest component is {:.1e}, so that "
          "residuals may leave their range) use --vector-precision double",
          std::ldexp(most, -scale.solution()));
}

ScaledRows scaled(const Rows& given, Precision vectors, const Communicator& ranks) {
  const int most = vectors == Precision::double_precision ? ordinary : ordinary_for_singles;
  const double entry = largest(given.values, ranks);
  require_possible(entry, "the matrix");
  const int of_matrix = exponent_for(entry, most);
  ScaledRows result{given, {of_matrix, exponent_of_rhs(given, of_matrix, most, ranks)}};
  result.rows.values = times_power(given.values, result.scale.matrix);
  result.rows.rhs = times_power(given.rhs, result.scale.rhs);
  result.rows.solution = times_power(given.solution, result.scale.solution());
  return result;
}

}  // namespace minikrylov
