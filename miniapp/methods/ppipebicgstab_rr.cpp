// Pipelined BiCGStab with a preconditioner and residual replacement.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// Preconditioned pipelined BiCGStab with residual replacement. S. Cools, W. Vanroose, Parallel Computing 65 (2017)
/// 1-20, section 4. As ppipebicgstab, but when an estimate by eight more norms in the two reductions says that the gap
/// between r and b - A x becomes harmful, r, r̂ and w, then s, ŝ and z are recomputed by products. The paper replaces at
/// a fixed period, which is available in addition.
Outcome ppipebicgstab_rr(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, r0, rhat, w, what, t, phat, shat, s, z, zhat, v] =
      env.vectors("r", "r0", "r̂", "w", "ŵ", "t", "p̂", "ŝ", "s", "z", "ẑ", "v");
  const auto q = alias(r, "q");
  const auto qhat = alias(rhat, "q̂");
  const auto y = alias(w, "y");
  auto [alpha, beta, omega] = coefficients("α", "β", "ω");
  const auto qy_dots =
      statements(dot(q, y), dot(y, y), dot(q, q), dot(phat, phat), dot(s, s), dot(shat, shat), dot(z, z));
  const auto r0_dots =
      statements(dot(r0, r), dot(r0, z), dot(r0, w), dot(r0, s), dot(x, x), dot(r, r), dot(rhat, rhat), dot(w, w));
  GlobalSums<3> first(env, "ρ", "τ");
  GlobalSums<7> qy(env, "θ", "φ", "π");
  GlobalSums<8> r0s(env, "ρ", "ψ", "σ", "δ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  k.run(r0 = r, rhat = M * r);
  first.start(k.run(w = A * rhat, dot(r0, r), dot(r0, w), dot(b, b)));
  k.run(what = M * w, t = A * what);  // overlapped with the reduction
  auto [rho, tau, bb] = first.finish();
  if (env.stop(0, rho)) return env.outcome();

  env.nonzero(tau, Ending::breakdown_r0v);
  alpha = rho / tau;
  PipelinedGap gap(env.parameters, sqrt(bb));
  By residual = By::recurrences;  // r, r̂ and w of the previous iteration, after which s, ŝ and z are computed likewise
  for (int j = 0;; ++j) {
    const By directions = residual;
    qy.start(
        directions == By::products ? k.run(
                                         phat = rhat + beta * (phat - omega * shat),
                                         s = A * phat,
                                         shat = M * s,
                                         z = A * shat,
                                         qhat = rhat - alpha * shat,
                                         q = r - alpha * s,
                                         y = w - alpha * z,
                                         qy_dots)
                                   : k.run(
                                         phat = rhat + beta * (phat - omega * shat),
                                         shat = what + beta * (shat - omega * zhat),
                                         qhat = rhat - alpha * shat,
                                         s = w + beta * (s - omega * z),
                                         z = t + beta * (z - omega * v),
                                         q = r - alpha * s,
                                         y = w - alpha * z,
                                         qy_dots));
    k.run(zhat = M * z, v = A * zhat);  // overlapped with the reduction
    const auto [theta, phi, pi, pp, ss, shsh, zz] = qy.finish();

    const Scalars omega_old = omega;
    env.finite_step(rho, pi);
    omega = quotient_or_zero(theta, phi);
    residual = gap.is_harmful(k.width()) || env.replaces(j + 1) ? By::products : By::recurrences;
    if (residual == By::products) env.count_replacement();
    const auto local =
        residual == By::products
            ? k.run(x = x + alpha * phat + omega * qhat, r = b - A * x, rhat = M * r, w = A * rhat, r0_dots)
            : k.run(
                  x = x + alpha * phat + omega * qhat,
                  rhat = qhat - omega * (what - alpha * zhat),
                  r = q - omega * y,
                  w = y - omega * (t - alpha * v),
                  r0_dots);
    if (env.stop(j + 1, {pi, omega * theta}, r)) return env.outcome();

    r0s.start(local);
    k.run(what = M * w, t = A * what);  // overlapped with the reduction
    const Scalars rho_old = rho;
    Scalars psi, sigma, delta, xx, rr, rhrh, ww;
    std::tie(rho, psi, sigma, delta, xx, rr, rhrh, ww) = r0s.finish();

    gap.add(
        {sqrt(xx), sqrt(rr), sqrt(rhrh), sqrt(ww), sqrt(pp), sqrt(ss), sqrt(shsh), sqrt(zz)},
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
