// Reordered BiCGStab with a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Reordered BiCGStab. B. Krasnopolsky, Procedia Comput. Sci. 1 (2010) 213-218; grouped as in B. Krasnopolsky (2019),
/// Algorithm 6. Two reductions per iteration, hidden behind s = M⁻¹ v and q = M⁻¹ t; without a preconditioner nothing
/// can be hidden. ρ comes from ψ = (t,r0).
Outcome rbicgstab(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, r0, z, vhat, v, s, t, q] = env.vectors("r", "r0", "z", "v̂", "v", "s", "t", "q");
  const auto rt = alias(r, "r̃");
  const auto that = alias(z, "t̂");
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  GlobalSums rr(env, "ρ");
  GlobalSums r0v(env, "δ");
  GlobalSums ts(env, "θ", "φ", "ψ", "η");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  auto [rho] = rr.of(k.run(r0 = r, z = M * r, vhat = z, dot(r, r)));
  if (env.stop(0, rho)) return env.outcome();

  for (int j = 0;; ++j) {
    r0v.start(k.run(v = A * vhat, dot(v, r0)));
    k.run(s = M * v);  // overlapped with the reduction
    const auto [delta] = r0v.finish();

    env.nonzero(delta, Ending::breakdown_r0v);
    alpha = rho / delta;
    ts.start(
        k.run(that = z - alpha * s, t = A * that, rt = r - alpha * v, dot(t, rt), dot(t, t), dot(t, r0), dot(rt, rt)));
    k.run(q = M * t);  // overlapped with the reduction
    const auto [theta, phi, psi, eta] = ts.finish();

    env.finite_step(rho, eta);
    omega = quotient_or_zero(theta, phi);
    const Scalars rho_old = rho;
    rho = -1.0 * omega * psi;
    beta = rho / rho_old * quotient_or_zero(alpha, omega);
    k.run(r = rt - omega * t);
    k.run(x = x + alpha * vhat + omega * that, z = that - omega * q, vhat = z + beta * (vhat - omega * s));
    if (env.stop(j + 1, {eta, omega * theta}, r)) return env.outcome();

    env.nonzero({.ab = theta, .aa = phi, .bb = eta}, Ending::breakdown_omega);
    env.nonzero(rho, Ending::breakdown_rho);
  }
}

}  // namespace minikrylov
