// The attainable accuracy of a method, and when it reaches a given one.
#include <algorithm>

#include "miniapp/solve/check.hpp"
#include "miniapp/solve/stages.hpp"

namespace minikrylov {

Accuracy explore_accuracy(const Measured& measured, double wanted, const SolveInputs& inputs) {
  constexpr int patience = 1000;  // iterations without progress
  MethodRun run = measured.run;
  run.rule.rtol = 0;  // stops at rounding level
  run.rule.fixed_iterations = -1;
  run.rule.stagnation_window = patience;
  const TrueResidual true_residual(inputs.A, run.system.b, {ResidualNorm::unpreconditioned, run.M}, inputs.ranks);
  Accuracy best{0, infinity};
  int reached = -1;
  const auto look = [&](int i, double) {
    const Scalars norm = true_residual(run.system.x);
    double worst = 0;
    for (std::size_t j = 0; j < measured.norm_of_b.size(); ++j)
      if (measured.norm_of_b[j] > 0) worst = std::max(worst, norm[static_cast<int>(j)] / measured.norm_of_b[j]);
    if (worst < best.attainable) best = {delivered_at(run.row, i), worst};
    if (reached < 0 && worst <= wanted) reached = delivered_at(run.row, i);
  };
  reset(run);
  static_cast<void>(run_method(run, measured.reduction, {nullptr, look}));
  if (reached >= 0) best.iterations = reached;
  return best;
}

}  // namespace minikrylov
