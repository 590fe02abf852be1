// Reordered BiCGStab with a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Reordered BiCGStab. B. Krasnopolsky, Comput. Phys. Commun. 181 (2010); grouped as in B. Krasnopolsky (2019),
/// Algorithm 6. Two reductions an iteration, hidden behind s = M⁻¹ v and q = M⁻¹ t; without a preconditioner there is
/// nothing to hide behind. ρ comes from ψ = (t,r0). The paper's r̃ is written into r.
Outcome rbicgstab(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, r0, z, vhat, v, s, t, q] = env.vectors("r", "r0", "z", "v̂", "v", "s", "t", "q");
  const auto& that = z;  // they are never needed together, and what is overwritten in place need not be fetched
  Kernels& k = env.kernels;
  GlobalSums<1> rr(env, "ρ = (r,r)"), r0v(env, "δ = (v,r0)");
  GlobalSums<4> ts(env, "θ = (t,r̃)   φ = (t,t)   ψ = (t,r0)   η = (r̃,r̃)");

  k.run("r = b - A x", r = A * x, r = b - r);
  auto [rho] = rr.of(k.run("r0 = r, z = M⁻¹ r, v̂ = z, (r,r)", r0 = r, z = M * r, vhat = z, dot(r, r)));
  if (env.stop(0, rho)) return env.outcome();

  for (int j = 0;; ++j) {
    r0v.start(k.run("v = A v̂, (v,r0)", v = A * vhat, dot(v, r0)));
    k.run("s = M⁻¹ v", s = M * v);  // overlapped with the reduction
    const auto [delta] = r0v.finish();

    const Scalars alpha = rho / env.nonzero(delta, Ending::breakdown_r0v);
    ts.start(k.run(
        "t̂ = z - α s, t = A t̂, r̃ = r - α v, (t,r̃) (t,t) (t,r0) (r̃,r̃)",
        that = z - alpha * s,
        t = A * that,
        r = r - alpha * v,
        dot(t, r),
        dot(t, t),
        dot(t, r0),
        dot(r, r)));
    k.run("q = M⁻¹ t", q = M * t);  // overlapped with the reduction
    const auto [theta, phi, psi, eta] = ts.finish();

    const Scalars omega = quotient_or_zero(theta, phi);
    const Scalars rho_new = -1.0 * omega * psi;
    const Scalars beta = rho_new / rho * quotient_or_zero(alpha, omega);
    rho = rho_new;
    k.run("r = r̃ - ω t", r = r - omega * t);
    k.run(
        "x = x + α v̂ + ω t̂, z = t̂ - ω q, v̂ = z + β (v̂ - ω s)",
        x = x + alpha * vhat + omega * that,
        z = that - omega * q,
        vhat = z + beta * (vhat - omega * s));
    if (env.stop(j + 1, eta - omega * theta)) return env.outcome();
    rho = env.nonzero(rho, Ending::breakdown_rho);
  }
}

}  // namespace minikrylov
