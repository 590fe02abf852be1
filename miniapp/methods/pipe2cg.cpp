// Pipelined conjugate gradients, two iterations at once.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

/// (u, v) for u = Σ φᵢ uᵢ, v = Σ φᵢ vᵢ with (uᵢ, vⱼ) = (uⱼ, vᵢ): from the six inner products.
Scalars quadratic(
    const Scalars (&phi)[3], const Scalars& s00, const Scalars& s01, const Scalars& s02, const Scalars& s11,
    const Scalars& s12, const Scalars& s22) {
  return phi[0] * phi[0] * s00 + 2.0 * phi[0] * phi[1] * s01 + 2.0 * phi[0] * phi[2] * s02 + phi[1] * phi[1] * s11 +
         2.0 * phi[1] * phi[2] * s12 + phi[2] * phi[2] * s22;
}

}  // namespace

/// PIPE2CG. P. Eller, W. Gropp, SC16 (2016). Three-term recurrences; one reduction of ten sums for two iterations,
/// hidden behind two products and two preconditioner applications. A prime (here xo, ro, …) is the iterate before. The
/// norm of every other residual only is known. λ₉ is ‖r‖² in the norm of the stopping test, where the paper has (z,z).
/// The paper's δ and β of the step between are written with a symmetric form in φ.
Outcome pipe2cg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, w, p, q, c, d, g, h, xo, ro, zo, wo, po, qo, co, od] =
      env.vectors("r", "z", "w", "p", "q", "c", "d", "g", "h", "x'", "r'", "z'", "w'", "p'", "q'", "c'", "d'");
  Kernels& k = env.kernels;
  GlobalSums<3> first(env, "δ₀ = (z,w)   β₀ = (z,r)   ‖r‖²");
  GlobalSums<10> sums(env, "λ₀ … λ₉");

  k.run("r = b - A x", r = A * x, r = b - r);
  first.start(
      k.run("z = M⁻¹ r, w = A z, (z,w) (z,r) ‖r‖²", z = M * r, w = A * z, dot(z, w), dot(z, r), squared_norm(r, z)));
  k.run("p = M⁻¹ w, q = A p", p = M * w, q = A * p);
  k.run("c = M⁻¹ q, d = A c", c = M * q, d = A * c);
  const auto [delta0, beta0, rho0] = first.finish();
  if (env.stop(0, rho0)) return env.outcome();

  Scalars gamma =
      env.positive(beta0, Ending::indefinite_preconditioner) / env.positive(delta0, Ending::indefinite_matrix);
  Scalars rho = 1.0, beta_old = beta0;
  k.run(
      "x', r', z', w', p', q', c', d' = x, r, z, w, p, q, c, d",
      xo = x,
      ro = r,
      zo = z,
      wo = w,
      po = p,
      qo = q,
      co = c,
      od = d);
  sums.start(k.run(
      "x₁, r₁, z₁, w₁, p₁, q₁; λ₀ … λ₉",
      x = xo + gamma * zo,
      r = ro - gamma * wo,
      z = zo - gamma * po,
      w = wo - gamma * qo,
      p = po - gamma * co,
      q = qo - gamma * od,
      dot(z, w),
      dot(z, q),
      dot(z, wo),
      dot(p, q),
      dot(p, wo),
      dot(zo, wo),
      dot(z, r),
      dot(z, ro),
      dot(zo, ro),
      squared_norm(r, z)));

  for (int j = 1;; j += 2) {
    k.run("c = M⁻¹ q, d = A c", c = M * q, d = A * c);  // overlapped with
    k.run("g = M⁻¹ d, h = A g", g = M * d, h = A * g);  // the reduction
    const auto [l0, l1, l2, l3, l4, l5, l6, l7, l8, norm2] = sums.finish();
    if (env.stop(j, norm2)) return env.outcome();

    const Scalars delta = env.positive(l0, Ending::indefinite_matrix);
    const Scalars beta = env.positive(l6, Ending::indefinite_preconditioner);
    const Scalars gamma1 = beta / delta;
    const Scalars rho1 = 1.0 / (1.0 - gamma1 * beta / (gamma * beta_old * rho));
    const Scalars phi[3] = {rho1, -1.0 * rho1 * gamma1, 1.0 - rho1};
    const Scalars delta1 = quadratic(phi, l0, l1, l2, l3, l4, l5);
    const Scalars beta1 = quadratic(phi, l6, l0, l7, l1, l2, l8);
    const Scalars gamma2 = beta1 / env.positive(delta1, Ending::indefinite_matrix);
    const Scalars rho2 = 1.0 / (1.0 - gamma2 * beta1 / (gamma1 * beta * rho1));
    const Scalars mu1 = 1.0 - rho1, mu2 = 1.0 - rho2;
    gamma = gamma2;
    rho = rho2;
    beta_old = beta1;
    sums.start(k.run(
        "two steps of x, r, z, w, p, q, one of c, d; λ₀ … λ₉",
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
        dot(z, w),
        dot(z, q),
        dot(z, wo),
        dot(p, q),
        dot(p, wo),
        dot(zo, wo),
        dot(z, r),
        dot(z, ro),
        dot(zo, ro),
        squared_norm(r, z)));
  }
}

}  // namespace minikrylov
