// Stabilised biconjugate gradients with a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Preconditioned BiCGStab (preconditioned from the right, so r is the residual of A x = b).
/// H. van der Vorst (1992); grouped as in B. Krasnopolsky (2019), Algorithm 5. Three reductions an iteration,
/// nothing hidden.
Outcome pbicgstab(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, r0, p, phat, v, shat, t] = env.vectors("r", "r0", "p", "p̂", "v", "ŝ", "t");
  const auto& s = r;  // they are never needed together, and what is overwritten in place need not be fetched
  Kernels& k = env.kernels;
  GlobalSums<1> r0v(env, "δ = (v,r0)"), r0r(env, "ρ = (r,r0)");
  GlobalSums<3> ts(env, "φ = (t,s)   ψ = (t,t)   θ = (s,s)");

  k.run("r = b - A x", r = A * x, r = b - r);
  auto [rho] = r0r.of(k.run("r0 = r, p = r, p̂ = M⁻¹ p, (r,r0)", r0 = r, p = r, phat = M * p, dot(r, r0)));
  if (env.stop(0, rho)) return env.outcome();

  for (int j = 0;; ++j) {
    const auto [delta] = r0v.of(k.run("v = A p̂, (v,r0)", v = A * phat, dot(v, r0)));
    const Scalars alpha = rho / env.nonzero(delta, Ending::breakdown_r0v);
    k.run("s = r - α v, ŝ = M⁻¹ s", s = r - alpha * v, shat = M * s);
    const auto [phi, psi, theta] =
        ts.of(k.run("t = A ŝ, (t,s) (t,t) (s,s)", t = A * shat, dot(t, s), dot(t, t), dot(s, s)));
    const Scalars omega = quotient_or_zero(phi, psi);
    const auto [rho_new] = r0r.of(k.run("r = s - ω t, (r,r0)", r = s - omega * t, dot(r, r0)));
    const Scalars beta = quotient_or_zero(rho_new, rho) * quotient_or_zero(alpha, omega);
    // x is updated here, as p̂ is needed anyway: its new value need not be fetched to be overwritten.
    k.run(
        "x = x + α p̂ + ω ŝ, p = r + β (p - ω v), p̂ = M⁻¹ p",
        x = x + alpha * phat + omega * shat,
        p = r + beta * (p - omega * v),
        phat = M * p);
    if (env.stop(j + 1, theta - omega * phi)) return env.outcome();
    static_cast<void>(env.nonzero(omega, Ending::breakdown_omega));
    rho = env.nonzero(rho_new, Ending::breakdown_rho);
  }
}

}  // namespace minikrylov
