// Pipelined BiCGStab with a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Preconditioned pipelined BiCGStab. S. Cools, W. Vanroose, Parallel Computing 65 (2017) 1-20; grouped as in
/// B. Krasnopolsky (2019), Algorithm 7. Two reductions per iteration, each hidden behind M and A.
Outcome ppipebicgstab(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, r0, rhat, w, what, t, phat, shat, s, z, zhat, v] =
      env.vectors("r", "r0", "r̂", "w", "ŵ", "t", "p̂", "ŝ", "s", "z", "ẑ", "v");
  const auto q = alias(r, "q");
  const auto qhat = alias(rhat, "q̂");
  const auto y = alias(w, "y");
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  GlobalSums first(env, "ρ", "τ");
  GlobalSums qy(env, "θ", "φ", "π");
  GlobalSums r0s(env, "ρ", "ψ", "σ", "δ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  k.run(r0 = r, rhat = M * r);
  first.start(k.run(w = A * rhat, dot(r0, r), dot(r0, w)));
  k.run(what = M * w, t = A * what);  // overlapped with the reduction
  auto [rho, tau] = first.finish();
  if (env.stop(0, rho)) return env.outcome();

  env.nonzero(tau, Ending::breakdown_r0v);
  alpha = rho / tau;
  for (int j = 0;; ++j) {
    k.run(
        phat = rhat + beta * (phat - omega * shat),
        shat = what + beta * (shat - omega * zhat),
        qhat = rhat - alpha * shat);
    qy.start(k.run(
        s = w + beta * (s - omega * z),
        z = t + beta * (z - omega * v),
        q = r - alpha * s,
        y = w - alpha * z,
        dot(q, y),
        dot(y, y),
        dot(q, q)));
    k.run(zhat = M * z, v = A * zhat);  // overlapped with the reduction
    const auto [theta, phi, pi] = qy.finish();

    env.finite_step(rho, pi);
    omega = quotient_or_zero(theta, phi);
    k.run(x = x + alpha * phat + omega * qhat, rhat = qhat - omega * (what - alpha * zhat));
    const auto local =
        k.run(r = q - omega * y, w = y - omega * (t - alpha * v), dot(r0, r), dot(r0, z), dot(r0, w), dot(r0, s));
    if (env.stop(j + 1, {pi, omega * theta}, r)) return env.outcome();

    r0s.start(local);
    k.run(what = M * w, t = A * what);  // overlapped with the reduction
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
