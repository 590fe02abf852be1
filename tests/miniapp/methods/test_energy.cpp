// The energy that CG minimises.
#include <catch2/catch_test_macros.hpp>

#include "miniapp/methods/running/energy.hpp"
#include "tests/miniapp/systems.hpp"

namespace minikrylov::test {

TEST_CASE("the iterate of smallest energy is found for each right-hand side, where E itself shows no difference") {
  const Distributed distributed(make_problem(ProblemKind::poisson2d_5, {30, 20, 1}));
  const System& system = distributed.system();
  constexpr int width = 2;
  const RightHandSides sides = make_right_hand_sides(system, distributed.A(), width);
  const Identity M;
  const TrueResidual truth(distributed.A(), sides.b, {ResidualNorm::unpreconditioned, M}, distributed.ranks());
  const Vector x = make_vector("x", system.rows, system.ghosts, width);
  Energy energy;
  // x becomes the solution times a factor for each column.
  const auto best_after = [&](int iterate, double first, double second) {
    Coefficient factor("f", Scalars(width, first));
    factor[1] = second;
    const Vec<0> to(x, "x");
    const Vec<1> from(sides.exact, "e");
    Kernels(system.rows, width).run(to = factor * from);
    static_cast<void>(truth(x));
    return energy.best_of(iterate, x, truth);
  };
  CHECK(best_after(10, 0, 0) == std::vector{10, 10});
  CHECK(best_after(20, 3, 1 + 1e-8) == std::vector{10, 20});  // the first column is twice as far away as before
  CHECK(best_after(30, 1 + 1e-9, 1) == std::vector{30, 30});
  CHECK(best_after(40, 1, 1 + 1e-9) == std::vector{40, 30});
}

}  // namespace minikrylov::test
