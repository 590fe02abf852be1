// Pipelined predict-and-recompute conjugate gradients.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// PIPE-PR-CG. T. Chen, E. Carson, SIAM J. Sci. Comput. 42 (2020) A3084-A3108, Algorithm 5 (with a preconditioner).
/// One reduction per iteration, hidden behind two products and two preconditioner applications. w = A r̃ is predicted
/// by a recurrence, used, and then recomputed, which restores most of the accuracy that pipelining costs.
/// ν' predicts (r̃,r), so that β can be computed before the sum arrives.
Outcome pipeprcg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, rt, p, s, st, w, wt, u, ut] = env.vectors("r", "r̃", "p", "s", "s̃", "w", "w̃", "u", "ũ");
  auto [alpha, beta] = coefficients("α", "β");
  const auto dots = statements(dot(p, s), dot(rt, s), dot(st, s), dot(rt, r), squared_norm(r, rt));
  GlobalSums sums(env, "μ", "δ", "γ", "ν", "ρ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  k.run(rt = M * r, p = rt, s = A * p);
  sums.start(k.run(st = M * s, w = s, wt = st, dots));

  for (int i = 0;; ++i) {
    k.run(u = A * st, ut = M * u);  // overlapped with the reduction
    k.run(w = A * rt, wt = M * w);  // recomputed, also overlapped
    const auto [mu, delta, gamma, nu, rho] = sums.finish();
    if (env.stop(i, rho)) return env.outcome();

    env.positive(nu, Ending::indefinite_preconditioner);
    env.positive(mu, Ending::indefinite_matrix);
    alpha = nu / mu;
    const Scalars nu_predicted = nu - 2.0 * alpha * delta + alpha * alpha * gamma;
    beta = nu_predicted / nu;
    sums.start(k.run(
        x = x + alpha * p,
        r = r - alpha * s,
        rt = rt - alpha * st,
        w = w - alpha * u,  // predicted
        wt = wt - alpha * ut,
        p = rt + beta * p,
        s = w + beta * s,
        st = wt + beta * st,
        dots));
  }
}

}  // namespace minikrylov
