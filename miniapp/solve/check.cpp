// The error of a solution, where the exact one is known.
#include "miniapp/solve/check.hpp"

#include <array>
#include <cmath>

#include "kernels/core/digest.hpp"
#include "kernels/fusion/kernels.hpp"
#include "miniapp/system/nullspace.hpp"

namespace minikrylov {

std::optional<double> relative_error(const Vector& x, const RightHandSides& sides, const Communicator& ranks) {
  if (sides.first_known >= x.width) return std::nullopt;
  const Vector difference = make_vector("x - exact", x.rows, 0, x.width);
  Kernels k(x.rows, x.width, {.fuse = Fuse::no});
  const Vec<2> iterate(x, "x");
  const Vec<3> exact(sides.exact, "exact");
  const Vec<4> error(difference, "e");
  const Vec<5> known(make_vector("exact", x.rows, 0, x.width), "y");
  k.run(error = iterate - exact, known = exact);
  if (sides.nullspace == Nullspace::constant) {
    const MeanRemoval remove_mean(static_cast<GlobalIndex>(ranks.reduce(x.rows, ReduceBy::sum)), ranks);
    remove_mean(error.vector());
    remove_mean(known.vector());
  }
  const auto [e2, x2] = k.run(dot(error, error), dot(known, known));
  const Scalars above = roots_of_sums(e2, x.width, ranks), below = roots_of_sums(x2, x.width, ranks);
  double largest = 0;
  for (int j = sides.first_known; j < x.width; ++j)
    largest = std::fmax(largest, below[j] > 0 ? above[j] / below[j] : above[j]);
  return largest;
}

std::uint64_t digest_of(const MethodRun& run, const Outcome& outcome) {
  const MethodParameters& known = run.parameters;
  const Vector& x = run.system.x;
  Digest digest;
  digest.add(std::array{known.largest_eigenvalue, known.matrix_norm});
  for (const PowersTerm& term : known.basis.terms) digest.add(std::array{term.a, term.b, term.c});
  digest.add(run.rule.reference);
  digest.add(outcome.residual_history);
  for (std::size_t j = 0; j < outcome.endings.size(); ++j) {
    digest.add(static_cast<std::uint64_t>(outcome.endings[j]));
    digest.add(static_cast<std::uint64_t>(outcome.iterations_of[j]));
  }
  digest.add(x.data, x.elements());
  return digest.value();
}

}  // namespace minikrylov
