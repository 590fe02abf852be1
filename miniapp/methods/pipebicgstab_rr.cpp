// Pipelined BiCGStab without a preconditioner, with residual replacement.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Pipelined BiCGStab with residual replacement. S. Cools, W. Vanroose, Parallel Computing 65 (2017) 1-20,
/// section 4. As pipebicgstab, but when an estimate by six more norms in the two reductions says that the gap between r
/// and b - A x becomes harmful, r and w, then s and z are recomputed by products. The paper replaces at a fixed period,
/// which is available in addition.
Outcome pipebicgstab_rr(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, r0, w, t, p, s, z, v] = env.vectors("r", "r0", "w", "t", "p", "s", "z", "v");
  const auto q = alias(r, "q");
  const auto y = alias(w, "y");
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  const auto qy_dots = statements(dot(q, y), dot(y, y), dot(q, q), dot(p, p), dot(s, s), dot(z, z));
  const auto r0_dots = statements(dot(r0, r), dot(r0, z), dot(r0, w), dot(r0, s), dot(x, x), dot(r, r), dot(w, w));
  GlobalSums<3> first(env, "ρ", "τ");
  GlobalSums<6> qy(env, "θ", "φ", "π");
  GlobalSums<7> r0s(env, "ρ", "ψ", "σ", "δ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  k.run(r0 = r);
  first.start(k.run(w = A * r, dot(r0, r), dot(r0, w), dot(b, b)));
  k.run(t = A * w);  // overlapped with the reduction
  auto [rho, tau, bb] = first.finish();
  if (env.stop(0, rho)) return env.outcome();

  env.nonzero(tau, Ending::breakdown_r0v);
  alpha = rho / tau;
  PipelinedGap gap(env.parameters, sqrt(bb));
  By residual = By::recurrences;  // r and w of the previous iteration, after which s and z are computed likewise
  for (int j = 0;; ++j) {
    const By directions = residual;
    qy.start(
        directions == By::products
            ? k.run(p = r + beta * (p - omega * s), s = A * p, z = A * s, q = r - alpha * s, y = w - alpha * z, qy_dots)
            : k.run(
                  p = r + beta * (p - omega * s),
                  s = w + beta * (s - omega * z),
                  z = t + beta * (z - omega * v),
                  q = r - alpha * s,
                  y = w - alpha * z,
                  qy_dots));
    k.run(v = A * z);  // overlapped with the reduction
    const auto [theta, phi, pi, pp, ss, zz] = qy.finish();

    const Scalars omega_old = omega;
    env.finite_step(rho, pi);
    omega = quotient_or_zero(theta, phi);
    residual = gap.is_harmful(k.width()) || env.replaces(j + 1) ? By::products : By::recurrences;
    if (residual == By::products) env.count_replacement();
    const auto local =
        residual == By::products
            ? k.run(x = x + alpha * p + omega * q, r = b - A * x, w = A * r, r0_dots)
            : k.run(x = x + alpha * p + omega * q, r = q - omega * y, w = y - omega * (t - alpha * v), r0_dots);
    if (env.stop(j + 1, {pi, omega * theta}, r)) return env.outcome();

    r0s.start(local);
    k.run(t = A * w);  // overlapped with the reduction
    const Scalars rho_old = rho;
    Scalars psi, sigma, delta, xx, rr, ww;
    std::tie(rho, psi, sigma, delta, xx, rr, ww) = r0s.finish();

    const Scalars norm_r = sqrt(rr), norm_s = sqrt(ss);
    gap.add(
        {sqrt(xx), norm_r, norm_r, sqrt(ww), sqrt(pp), norm_s, norm_s, sqrt(zz)},
        {alpha, beta, omega, omega_old},
        residual,
        directions);
    env.nonzero({.ab = theta, .aa = phi, .bb = pi}, Ending::breakdown_omega);
    env.nonzero(rho, Ending::breakdown_rho);
    beta = alpha / omega * (rho / rho_old);
    const Scalars eta = sigma + beta * delta - beta * omega * psi;  // (r0, A p)
    env.nonzero(eta, Ending::breakdown_r0v);
    alpha = rho / eta;
  }
}

}  // namespace minikrylov
