// BiCGStab with one reduction.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Improved BiCGStab. L. Yang, R. Brent, ICA3PP-02 (2002) 324-328; grouped as in B. Krasnopolsky (2019), Algorithm 3,
/// with its two corrections (φ₀ = (r₀,r₀), and the factor αⱼ₊₁/αⱼ of z), and one of ours, of τ. One reduction of seven
/// sums per iteration, nothing hidden; f₀ = Aᵀ r₀ is computed once.
Outcome ibicgstab(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, r0, f0, u, v, q, z] = env.vectors("r", "r0", "f0", "u", "v", "q", "z");
  const auto s = alias(r, "s");
  const auto t = alias(u, "t");
  auto [alpha, beta, delta, omega, ratio] = coefficients("α", "β", "δ", "ω", "β α/α'");
  GlobalSums first(env, "σ", "φ");
  GlobalSums sums(env, "φ", "π", "γ", "η", "θ", "κ", "ν");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  k.run(r0 = r);
  k.run(f0 = transposed(A) * r0);
  auto [sigma, phi] = first.of(k.run(u = A * r, dot(r0, u), dot(r0, r)));
  if (env.stop(0, phi)) return env.outcome();

  Scalars rho = 1.0, tau = phi, sigma_old = 0.0, pi = 0.0, gamma, eta, theta = 1.0, kappa = 1.0, nu = 1.0;
  alpha = omega = 1.0;
  for (int j = 0;; ++j) {
    const Scalars rho_old = rho, alpha_old = alpha;
    rho = phi - omega * sigma_old + omega * alpha * pi;
    env.nonzero({.ab = theta, .aa = kappa, .bb = nu}, Ending::breakdown_omega);
    env.nonzero(rho, Ending::breakdown_rho);
    delta = rho / rho_old * alpha;
    beta = delta / omega;
    // φ = (r0,s) = ρ - α (r0,v) = α (τ - (r0,v)): without this correction the errors of τ accumulate. At first τ = φ.
    tau = sigma + beta * (tau - phi / alpha) - delta * pi;
    env.nonzero(tau, Ending::breakdown_r0v);
    alpha = rho / tau;
    ratio = beta * alpha / alpha_old;
    std::tie(phi, pi, gamma, eta, theta, kappa, nu) = sums.of(k.run(
        z = alpha * r + ratio * z - alpha * (delta * v),
        v = u + beta * v - delta * q,
        s = r - alpha * v,
        q = A * v,
        t = u - alpha * q,
        dot(r0, s),
        dot(r0, q),
        dot(f0, s),
        dot(f0, t),
        dot(s, t),
        dot(t, t),
        dot(s, s)));
    env.finite_step(rho, nu);
    omega = quotient_or_zero(theta, kappa);
    sigma_old = sigma;
    sigma = gamma - omega * eta;
    k.run(x = x + z + omega * s, r = s - omega * t);
    if (env.stop(j + 1, {nu, omega * theta}, r)) return env.outcome();
    k.run(u = A * r);
  }
}

}  // namespace minikrylov
