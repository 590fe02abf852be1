// Stabilised biconjugate gradients with a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Preconditioned BiCGStab (preconditioned from the right, so r is the residual of A x = b).
/// H. van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631-644; grouped as in B. Krasnopolsky (2019), Algorithm 5.
/// Three reductions per iteration, nothing hidden.
Outcome pbicgstab(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, r0, p, phat, v, shat, t] = env.vectors_of_any_precision("r", "r0", "p", "p̂", "v", "ŝ", "t");
  const auto s = alias(r, "s");
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  GlobalSums r0v(env, "δ");
  GlobalSums r0r(env, "ρ");
  GlobalSums ts(env, "φ", "ψ", "θ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  auto [rho] = r0r.of(k.run(r0 = r, dot(r, r0)));
  if (env.stop(0, rho)) return env.outcome();

  for (int j = 0;; ++j) {
    const auto [delta] = r0v.of(k.run(p = r + beta * (p - omega * v), phat = M * p, v = A * phat, dot(v, r0)));
    env.nonzero(delta, Ending::breakdown_r0v);
    alpha = rho / delta;
    const auto [phi, psi, theta] =
        ts.of(k.run(s = r - alpha * v, shat = M * s, t = A * shat, dot(t, s), dot(t, t), dot(s, s)));
    env.finite_step(rho, theta);
    omega = quotient_or_zero(phi, psi);
    const Scalars rho_old = rho;
    std::tie(rho) = r0r.of(k.run(x = x + alpha * phat + omega * shat, r = s - omega * t, dot(r, r0)));
    if (env.stop(j + 1, {theta, omega * phi}, r)) return env.outcome();

    env.nonzero({.ab = phi, .aa = psi, .bb = theta}, Ending::breakdown_omega);
    env.nonzero(rho, Ending::breakdown_rho);
    beta = rho / rho_old * (alpha / omega);
  }
}

}  // namespace minikrylov
