// Conjugate gradients with one reduction, after Chronopoulos and Gear.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CG of A. Chronopoulos, C. Gear, J. Comput. Appl. Math. 25 (1989) 153-168, with a preconditioner as in P. Ghysels,
/// W. Vanroose (2014), Algorithm 2. One reduction per iteration, nothing hidden; s = A p follows from a recurrence.
Outcome cg_chronopoulos_gear(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, u, w, p, s] = env.vectors("r", "u", "w", "p", "s");
  auto [alpha, beta] = coefficients("α", "β");
  GlobalSums sums(env, "γ", "δ", "ρ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  auto [gamma, delta, rho] = sums.of(k.run(u = M * r, w = A * u, dot(r, u), dot(w, u), squared_norm(r, u)));

  Scalars gamma_old = infinity;  // makes β = 0 in the first iteration
  alpha = 1.0;
  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return env.outcome();

    env.positive(gamma, Ending::indefinite_preconditioner);
    beta = gamma / gamma_old;
    const Scalars eta = delta - beta * gamma / alpha;  // (p, A p)
    env.positive(eta, Ending::indefinite_matrix);
    alpha = gamma / eta;
    gamma_old = gamma;
    std::tie(gamma, delta, rho) = sums.of(k.run(
        p = u + beta * p,
        s = w + beta * s,
        x = x + alpha * p,
        r = r - alpha * s,
        u = M * r,
        w = A * u,
        dot(r, u),
        dot(w, u),
        squared_norm(r, u)));
  }
}

}  // namespace minikrylov
