// Stabilised biconjugate gradients in mixed precision.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Preconditioned BiCGStab with a rounded matrix and reliable updates (see ReliableUpdates): r is replaced by b - A x,
/// r₀ and the directions are kept. Without rounding the same iterates as pbicgstab.
Outcome pbicgstab_reliable(const MixedOperators& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, r0, p, phat, v, shat, t] = env.vectors_of_any_precision("r", "r0", "p", "p̂", "v", "ŝ", "t");
  const auto s = alias(r, "s");
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  GlobalSums r0v(env, "δ");
  GlobalSums r0r(env, "ρ");
  GlobalSums replaced(env, "ρ", "‖r‖²");
  GlobalSums ts(env, "φ", "ψ", "θ");
  Kernels& k = env.kernels;

  replace_residual(r, b, A, x, env);
  auto [rho] = r0r.of(k.run(r0 = r, dot(r, r0)));
  ReliableUpdates updates(rho);
  if (env.stop(0, rho)) return updates.with_count(env.outcome());

  for (int j = 0;; ++j) {
    const auto [delta] = r0v.of(k.run(p = r + beta * (p - omega * v), phat = M * p, v = A.inner * phat, dot(v, r0)));
    env.nonzero(delta, Ending::breakdown_r0v);
    alpha = rho / delta;
    const auto [phi, psi, theta] =
        ts.of(k.run(s = r - alpha * v, shat = M * s, t = A.inner * shat, dot(t, s), dot(t, t), dot(s, s)));
    env.finite_step(rho, theta);
    omega = quotient_or_zero(phi, psi);
    const Scalars rho_old = rho;
    const SquaredNormDifference squared{theta, omega * phi};  // ‖r‖²
    std::tie(rho) = r0r.of(k.run(x = x + alpha * phat + omega * shat, r = s - omega * t, dot(r, r0)));
    if (updates.due(env, squared)) {
      replace_residual(r, b, A, x, env);
      Coefficient now("‖r‖²", Scalars(k.width(), 0));
      std::tie(rho, now) = replaced.of(k.run(dot(r, r0), dot(r, r)));
      updates.done(now);
      if (env.stop(j + 1, now)) return updates.with_count(env.outcome());
    } else if (env.stop(j + 1, squared, r)) {
      return updates.with_count(env.outcome());
    }
    env.nonzero({.ab = phi, .aa = psi, .bb = theta}, Ending::breakdown_omega);
    env.nonzero(rho, Ending::breakdown_rho);
    beta = rho / rho_old * (alpha / omega);
  }
}

}  // namespace minikrylov
