// Symmetry of operators and preconditioners.
#include "miniapp/accept/checks/symmetry.hpp"

#include <cmath>

#include "kernels/fusion/kernels.hpp"
#include "miniapp/system/right_hand_sides.hpp"

namespace minikrylov {
namespace {

/// The asymmetry of F.
template <class Apply> double asymmetry(const Apply& apply, const System& system, const Communicator& ranks) {
  const auto vector = [&](const char* name) { return make_vector(name, system.rows, system.ghosts, 1); };
  const Vector x = vector("x of a check"), y = vector("y of a check"), image_of_x = vector("F x"),
               image_of_y = vector("F y");
  fill_pseudo_random(system.global_number, x, 1);
  fill_pseudo_random(system.global_number, y, 2);
  apply(x, image_of_x);
  apply(y, image_of_y);
  Kernels k(system.rows, 1, {.fuse = Fuse::no});
  const Vec<2> u(x, "x");
  const Vec<3> v(y, "y");
  const Vec<4> Fu(image_of_x, "F x");
  const Vec<5> Fv(image_of_y, "F y");
  const auto [uFv, vFu, uu, FvFv] = k.run(dot(u, Fv), dot(v, Fu), dot(u, u), dot(Fv, Fv));
  const std::vector<double> sums = ranks.reduce({uFv[0], vFu[0], uu[0], FvFv[0]}, ReduceBy::sum);
  return std::fabs(sums[0] - sums[1]) / std::sqrt(sums[2] * sums[3]);
}

}  // namespace

double asymmetry_of(const Operator& A, const System& system, const Communicator& ranks) {
  return asymmetry([&](const Vector& x, const Vector& y) { A.apply(x, y, {}); }, system, ranks);
}

double asymmetry_of(const Preconditioner& M, const System& system, const Communicator& ranks) {
  return asymmetry([&](const Vector& x, const Vector& y) { M.apply(x, y, nullptr); }, system, ranks);
}

}  // namespace minikrylov
