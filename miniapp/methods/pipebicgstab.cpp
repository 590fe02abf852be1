// Pipelined BiCGStab without a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Pipelined BiCGStab. S. Cools, W. Vanroose, Parallel Computing 65 (2017) 1-20; grouped as in B. Krasnopolsky (2019),
/// Algorithm 4. Two reductions an iteration, hidden behind v = A z and t = A w.
Outcome pipebicgstab(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, r0, w, t, p, s, z, v, q, y] = env.vectors("r", "r0", "w", "t", "p", "s", "z", "v", "q", "y");
  Kernels& k = env.kernels;
  GlobalSums<2> first(env);
  GlobalSums<3> qy(env);   // θ = (q,y)   φ = (y,y)   π = (q,q)
  GlobalSums<4> r0s(env);  // ρ = (r0,r)   ψ = (r0,z)   σ = (r0,w)   δ = (r0,s)

  k.run("r = b - A x", r = A * x, r = b - r);
  k.run("r0 = r", r0 = r);
  first.start(k.run("w = A r, (r0,r) (r0,w)", w = A * r, dot(r0, r), dot(r0, w)));
  k.run("t = A w", t = A * w);
  auto [rho, r0w] = first.finish();
  if (env.stop(0, rho)) return env.outcome();

  Scalars alpha = rho / env.nonzero(r0w, Ending::breakdown_r0v), beta = 0.0, omega = 0.0;
  for (int j = 0;; ++j) {
    qy.start(k.run(
        "p, s, z, q = r - α s, y = w - α z; (q,y) (y,y) (q,q)",
        p = r + beta * (p - omega * s),
        s = w + beta * (s - omega * z),
        z = t + beta * (z - omega * v),
        q = r - alpha * s,
        y = w - alpha * z,
        dot(q, y),
        dot(y, y),
        dot(q, q)));
    k.run("v = A z", v = A * z);  // overlapped with the reduction
    const auto [theta, phi, pi] = qy.finish();

    omega = quotient_or_zero(theta, phi);
    k.run("x = x + α p + ω q, r = q - ω y", x = x + alpha * p + omega * q, r = q - omega * y);
    if (env.stop(j + 1, pi - omega * theta)) return env.outcome();

    r0s.start(k.run(
        "w = y - ω (t - α v); (r0,r) (r0,z) (r0,w) (r0,s)",
        w = y - omega * (t - alpha * v),
        dot(r0, r),
        dot(r0, z),
        dot(r0, w),
        dot(r0, s)));
    k.run("t = A w", t = A * w);  // overlapped with the reduction
    const auto [rho_new, psi, sigma, delta] = r0s.finish();

    beta = alpha / env.nonzero(omega, Ending::breakdown_omega) * (env.nonzero(rho_new, Ending::breakdown_rho) / rho);
    alpha = rho_new / env.nonzero(sigma + beta * delta - beta * omega * psi, Ending::breakdown_r0v);
    rho = rho_new;
  }
}

}  // namespace minikrylov
