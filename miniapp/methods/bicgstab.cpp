// Stabilised biconjugate gradients without a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// BiCGStab. H. van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631-644;
/// grouped as in B. Krasnopolsky (2019), Algorithm 2. Three reductions an iteration, nothing hidden.
Outcome bicgstab(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, r0, p, v, t] = env.vectors("r", "r0", "p", "v", "t");
  const auto& s = r;  // they are never needed together, and what is overwritten in place need not be fetched
  Kernels& k = env.kernels;
  GlobalSums<1> r0v(env, "δ = (v,r0)"), r0r(env, "ρ = (r,r0)");
  GlobalSums<3> ts(env, "φ = (t,s)   ψ = (t,t)   θ = (s,s)");

  k.run("r = b - A x", r = A * x, r = b - r);
  auto [rho] = r0r.of(k.run("r0 = r, (r,r0)", r0 = r, dot(r, r0)));
  if (env.stop(0, rho)) return env.outcome();

  Scalars beta = 0.0, omega = 0.0;
  for (int j = 0;; ++j) {
    const auto [delta] =
        r0v.of(k.run("p = r + β (p - ω v), v = A p, (v,r0)", p = r + beta * (p - omega * v), v = A * p, dot(v, r0)));
    const Scalars alpha = rho / env.nonzero(delta, Ending::breakdown_r0v);
    const auto [phi, psi, theta] = ts.of(k.run(
        "s = r - α v, t = A s, (t,s) (t,t) (s,s)", s = r - alpha * v, t = A * s, dot(t, s), dot(t, t), dot(s, s)));
    omega = quotient_or_zero(phi, psi);
    const auto [rho_new] = r0r.of(
        k.run("x = x + α p + ω s, r = s - ω t, (r,r0)", x = x + alpha * p + omega * s, r = s - omega * t, dot(r, r0)));
    if (env.stop(j + 1, theta - omega * phi)) return env.outcome();

    beta = env.nonzero(rho_new, Ending::breakdown_rho) / rho * (alpha / env.nonzero(omega, Ending::breakdown_omega));
    rho = rho_new;
  }
}

}  // namespace minikrylov
