// Pipelined BiCGStab without a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

/// With periodic residual replacement, r and w, and then s and z, are recomputed by products from time to time to
/// discard the rounding errors that their recurrences have accumulated.
Outcome pipelined(const Operator& A, Env& env, Replacement replacement) {
  auto [b, x, r, r0, w, t, p, s, z, v] = env.vectors("r", "r0", "w", "t", "p", "s", "z", "v");
  const auto q = alias(r, "q");
  const auto y = alias(w, "y");
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  const auto qy_dots = statements(dot(q, y), dot(y, y), dot(q, q));
  const auto r0_dots = statements(dot(r0, r), dot(r0, z), dot(r0, w), dot(r0, s));
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
  bool replaced = false;  // r and w, at the end of the previous iteration
  for (int j = 0;; ++j) {
    if (replaced)
      qy.start(
          k.run(p = r + beta * (p - omega * s), s = A * p, z = A * s, q = r - alpha * s, y = w - alpha * z, qy_dots));
    else
      qy.start(k.run(
          p = r + beta * (p - omega * s),
          s = w + beta * (s - omega * z),
          z = t + beta * (z - omega * v),
          q = r - alpha * s,
          y = w - alpha * z,
          qy_dots));
    k.run(v = A * z);  // overlapped with the reduction
    const auto [theta, phi, pi] = qy.finish();

    omega = quotient_or_zero(theta, phi);
    replaced = replacement == Replacement::periodic && env.replaces(j + 1);
    const auto local =
        replaced
            ? k.run(x = x + alpha * p + omega * q, r = b - A * x, w = A * r, r0_dots)
            : k.run(x = x + alpha * p + omega * q, r = q - omega * y, cut, w = y - omega * (t - alpha * v), r0_dots);
    if (env.stop(j + 1, {pi, omega * theta}, r)) return env.outcome();

    r0s.start(local);
    k.run(t = A * w);  // overlapped with the reduction
    const Scalars rho_old = rho;
    Scalars psi, sigma, delta;
    std::tie(rho, psi, sigma, delta) = r0s.finish();

    env.nonzero(omega, Ending::breakdown_omega);
    env.nonzero(rho, Ending::breakdown_rho);
    beta = alpha / omega * (rho / rho_old);
    const Scalars eta = sigma + beta * delta - beta * omega * psi;  // (r0, A p)
    env.nonzero(eta, Ending::breakdown_r0v);
    alpha = rho / eta;
  }
}

}  // namespace

/// Pipelined BiCGStab. S. Cools, W. Vanroose, Parallel Computing 65 (2017) 1-20; grouped as in B. Krasnopolsky (2019),
/// Algorithm 4: two of its kernels share the vectors r and y and are fused here (the paper splits them). Two reductions
/// per iteration, hidden behind v = A z and t = A w.
Outcome pipebicgstab(const Operator& A, const Preconditioner&, Env& env) {
  return pipelined(A, env, Replacement::none);
}

/// With residual replacement (Cools & Vanroose 2017, section 4) at a fixed period until ‖r‖ is small.
Outcome pipebicgstab_rr(const Operator& A, const Preconditioner&, Env& env) {
  return pipelined(A, env, Replacement::periodic);
}

}  // namespace minikrylov
