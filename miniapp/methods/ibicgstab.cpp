// BiCGStab with one reduction.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Improved BiCGStab. L. Yang, R. Brent, ICA3PP-02 (2002) 324-328; grouped as in B. Krasnopolsky (2019), Algorithm 3,
/// with its two corrections (φ₀ = (r₀,r₀), and the factor αⱼ₊₁/αⱼ of z). One reduction of seven sums an iteration,
/// nothing hidden; f₀ = Aᵀ r₀ is computed once.
Outcome ibicgstab(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, r0, f0, u, v, q, z] = env.vectors("r", "r0", "f0", "u", "v", "q", "z");
  const auto& s = r;  // they are never needed together, and what is overwritten in place need not be fetched
  const auto& t = u;
  Kernels& k = env.kernels;
  GlobalSums<2> first(env, "σ = (r0,u)   φ = (r0,r)");
  GlobalSums<7> sums(env, "φ = (r0,s)   π = (r0,q)   γ = (f0,s)   η = (f0,t)   θ = (s,t)   κ = (t,t)   ν = (s,s)");

  k.run("r = b - A x", r = A * x, r = b - r);
  k.run("r0 = r", r0 = r);
  A.apply_transposed(r0.vector(), f0.vector());
  auto [sigma, phi] = first.of(k.run("u = A r, (r0,u) (r0,r)", u = A * r, dot(r0, u), dot(r0, r)));
  if (env.stop(0, phi)) return env.outcome();

  Scalars sigma_old = 0.0, pi = 0.0, tau = 0.0, rho = 1.0, alpha = 1.0, omega = 1.0;
  for (int j = 0;; ++j) {
    const Scalars rho_new = phi - omega * sigma_old + omega * alpha * pi;
    const Scalars delta = env.nonzero(rho_new, Ending::breakdown_rho) / rho * alpha;
    const Scalars beta = delta / env.nonzero(omega, Ending::breakdown_omega);
    tau = sigma + beta * tau - delta * pi;
    const Scalars alpha_new = rho_new / env.nonzero(tau, Ending::breakdown_r0v);
    const auto [phi_new, pi_new, gamma, eta, theta, kappa, nu] = sums.of(k.run(
        "z, v = u + β v - δ q, s = r - α v, q = A v, t = u - α q; φ π γ η θ κ ν",
        z = alpha_new * r + beta * alpha_new / alpha * z - alpha_new * delta * v,
        v = u + beta * v - delta * q,
        s = r - alpha_new * v,
        q = A * v,
        t = u - alpha_new * q,
        dot(r0, s),
        dot(r0, q),
        dot(f0, s),
        dot(f0, t),
        dot(s, t),
        dot(t, t),
        dot(s, s)));
    rho = rho_new;
    alpha = alpha_new;
    phi = phi_new;
    pi = pi_new;
    omega = quotient_or_zero(theta, kappa);
    sigma_old = sigma;
    sigma = gamma - omega * eta;
    k.run("x = x + z + ω s, r = s - ω t", x = x + z + omega * s, r = s - omega * t);
    if (env.stop(j + 1, nu - omega * theta)) return env.outcome();
    k.run("u = A r", u = A * r);
  }
}

}  // namespace minikrylov
