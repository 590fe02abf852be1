// Iterative refinement: inner solves with a rounded matrix, residuals of A itself.
#pragma once
#include "miniapp/methods/running/run_method.hpp"

namespace minikrylov {

/// Solves A x = b from the current x by inner solves for corrections: r = b - A x by `run.refining.exact`, then
/// run.A d = r from d = 0 by the method until ‖r‖ has fallen by `inner_rtol`, then x = x + d. Converged means that
/// b - A x itself is below the tolerance. Iterations, histories and counts are those of all inner solves. If three
/// corrections in succession gain less than half, the rounded matrix is too coarse: the ending is that of the last
/// inner solve if that names a cause (such as a matrix that rounding made indefinite), otherwise attainable_accuracy.
/// Collective.
[[nodiscard]] Outcome run_refined(const MethodRun& run, Reduction& reduction, const Observers& observers);

}  // namespace minikrylov
