// Pipelined BiCGStab without a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Pipelined BiCGStab. S. Cools, W. Vanroose, Parallel Computing 65 (2017) 1-20; grouped as in B. Krasnopolsky (2019),
/// Algorithm 4: two of its kernels share the vectors r and y and are fused here (the paper splits them). Two reductions
/// per iteration, hidden behind v = A z and t = A w.
Outcome pipebicgstab(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, r0, w, t, p, s, z, v] = env.vectors("r", "r0", "w", "t", "p", "s", "z", "v");
  const auto q = alias(r, "q");
  const auto y = alias(w, "y");
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  GlobalSums first(env, "ρ", "τ");
  GlobalSums qy(env, "θ", "φ", "π");
  GlobalSums r0s(env, "ρ", "ψ", "σ", "δ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  k.run(r0 = r);
  first.start(k.run(w = A * r, dot(r0, r), dot(r0, w)));
  k.run(t = A * w);  // overlapped with the reduction
  auto [rho, tau] = first.finish();
  if (env.stop(0, rho)) return env.outcome();

  env.nonzero(tau, Ending::breakdown_r0v);
  alpha = rho / tau;
  for (int j = 0;; ++j) {
    qy.start(k.run(
        p = r + beta * (p - omega * s),
        s = w + beta * (s - omega * z),
        z = t + beta * (z - omega * v),
        q = r - alpha * s,
        y = w - alpha * z,
        dot(q, y),
        dot(y, y),
        dot(q, q)));
    k.run(v = A * z);  // overlapped with the reduction
    const auto [theta, phi, pi] = qy.finish();

    env.finite_step(rho, pi);
    omega = quotient_or_zero(theta, phi);
    const auto local = k.run(
        x = x + alpha * p + omega * q,
        r = q - omega * y,
        cut,
        w = y - omega * (t - alpha * v),
        dot(r0, r),
        dot(r0, z),
        dot(r0, w),
        dot(r0, s));
    if (env.stop(j + 1, {pi, omega * theta}, r)) return env.outcome();

    r0s.start(local);
    k.run(t = A * w);  // overlapped with the reduction
    const Scalars rho_old = rho;
    Scalars psi, sigma, delta;
    std::tie(rho, psi, sigma, delta) = r0s.finish();

    env.nonzero({.ab = theta, .aa = phi, .bb = pi}, Ending::breakdown_omega);
    env.nonzero(rho, Ending::breakdown_rho);
    beta = alpha / omega * (rho / rho_old);
    const Scalars eta = sigma + beta * delta - beta * omega * psi;  // (r0, A p)
    env.nonzero(eta, Ending::breakdown_r0v);
    alpha = rho / eta;
  }
}

}  // namespace minikrylov
