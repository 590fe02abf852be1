// The error of a solution, where the exact one is known.
#include "miniapp/solve/check.hpp"

#include <cmath>

#include "kernels/fusion/kernels.hpp"

namespace minikrylov {

std::optional<double> relative_error(const Vector& x, const RightHandSides& sides, const Communicator& ranks) {
  if (sides.first_known >= x.width) return std::nullopt;
  const Vector difference = make_vector("x - exact", x.rows, 0, x.width);
  Kernels k(x.rows, x.width, {.fuse = Fuse::no});
  const Vec<2> iterate(x, "x");
  const Vec<3> exact(sides.exact, "exact");
  const Vec<4> error(difference, "e");
  const auto [e2, x2] = k.run(error = iterate - exact, dot(error, error), dot(exact, exact));
  const Scalars above = roots_of_sums(e2, x.width, ranks), below = roots_of_sums(x2, x.width, ranks);
  double largest = 0;
  for (int j = sides.first_known; j < x.width; ++j) largest = std::fmax(largest, above[j] / below[j]);
  return largest;
}

}  // namespace minikrylov
