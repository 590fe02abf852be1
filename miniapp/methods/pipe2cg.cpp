// Pipelined conjugate gradients, two iterations at once.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// PIPE2CG. P. Eller, W. Gropp, SC16 (2016). Three-term recurrences; one reduction of ten sums per two iterations,
/// hidden behind two products and two preconditioner applications. Primed letters (here xo, ro, …) are those of the
/// previous iterate. Only every other residual norm is known. λ₉ is ‖r‖² in the norm of the stopping test, where the
/// paper has (z,z). The paper's δ and β of the intermediate step are written as a symmetric form in φ. Where that step
/// has solved the system, the second one has length zero, and what follows starts anew from there.
Outcome pipe2cg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, w, p, q, c, d, g, h, xo, ro, zo, wo, po, qo, co, od] =
      env.vectors("r", "z", "w", "p", "q", "c", "d", "g", "h", "x'", "r'", "z'", "w'", "p'", "q'", "c'", "d'");
  auto [gamma1, gamma2, rho1, rho2, mu1, mu2] = coefficients("γ₁", "γ₂", "ρ₁", "ρ₂", "μ₁", "μ₂");
  const auto dots = statements(
      dot(z, w),
      dot(z, q),
      dot(z, wo),
      dot(p, q),
      dot(p, wo),
      dot(zo, wo),
      dot(z, r),
      dot(z, ro),
      dot(zo, ro),
      squared_norm(r, z));
  GlobalSums first(env, "δ", "β", "ρ");
  GlobalSums sums(env, "λ₀", "λ₁", "λ₂", "λ₃", "λ₄", "λ₅", "λ₆", "λ₇", "λ₈", "λ₉");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  first.start(k.run(z = M * r, w = A * z, dot(z, w), dot(z, r), squared_norm(r, z)));
  k.run(p = M * w, q = A * p);  // overlapped with
  k.run(c = M * q, d = A * c);  // the reduction
  const auto [delta0, beta0, rho0] = first.finish();
  if (env.stop(0, rho0)) return env.outcome();

  env.positive(beta0, Ending::indefinite_preconditioner);
  env.positive(delta0, Ending::indefinite_matrix);
  gamma2 = beta0 / delta0;
  rho2 = 1.0;
  Scalars beta_old = beta0;
  k.run(xo = x, ro = r, zo = z, wo = w, po = p, qo = q, co = c, od = d);
  sums.start(k.run(
      x = xo + gamma2 * zo,
      r = ro - gamma2 * wo,
      z = zo - gamma2 * po,
      w = wo - gamma2 * qo,
      p = po - gamma2 * co,
      q = qo - gamma2 * od,
      dots));

  for (int j = 1;; j += 2) {
    k.run(c = M * q, d = A * c);  // overlapped with
    k.run(g = M * d, h = A * g);  // the reduction
    const auto [l0, l1, l2, l3, l4, l5, l6, l7, l8, l9] = sums.finish();
    if (env.stop(j, l9)) return env.outcome();

    env.positive(l6, Ending::indefinite_preconditioner);
    env.positive(l0, Ending::indefinite_matrix);
    gamma1 = l6 / l0;
    rho1 = 1.0 / (1.0 - quotient_or_zero(gamma1 * l6, gamma2 * beta_old * rho2));
    mu1 = 1.0 - rho1;
    const Scalars phi[3] = {rho1, -1.0 * rho1 * gamma1, mu1};
    const SumOfTerms delta = quadratic_form(phi, l0, l1, l2, l3, l4, l5);
    const Scalars beta = unless_solved(quadratic_form(phi, l6, l0, l7, l1, l2, l8), delta);
    const Scalars divisor = divisor_of(delta, beta);
    env.positive(divisor, Ending::indefinite_matrix);
    gamma2 = beta / divisor;
    rho2 = 1.0 / (1.0 - gamma2 * beta / (gamma1 * l6 * rho1));
    mu2 = 1.0 - rho2;
    beta_old = beta;
    sums.start(k.run(
        xo = rho1 * (x + gamma1 * z) + mu1 * xo,
        ro = rho1 * (r - gamma1 * w) + mu1 * ro,
        zo = rho1 * (z - gamma1 * p) + mu1 * zo,
        wo = rho1 * (w - gamma1 * q) + mu1 * wo,
        po = rho1 * (p - gamma1 * c) + mu1 * po,
        qo = rho1 * (q - gamma1 * d) + mu1 * qo,
        co = rho1 * (c - gamma1 * g) + mu1 * co,
        od = rho1 * (d - gamma1 * h) + mu1 * od,
        x = rho2 * (xo + gamma2 * zo) + mu2 * x,
        r = rho2 * (ro - gamma2 * wo) + mu2 * r,
        z = rho2 * (zo - gamma2 * po) + mu2 * z,
        w = rho2 * (wo - gamma2 * qo) + mu2 * w,
        p = rho2 * (po - gamma2 * co) + mu2 * p,
        q = rho2 * (qo - gamma2 * od) + mu2 * q,
        dots));
  }
}

}  // namespace minikrylov
