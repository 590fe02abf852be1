// Conjugate gradients with one reduction, after Chronopoulos and Gear.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CG of A. Chronopoulos, C. Gear, J. Comput. Appl. Math. 25 (1989) 153-168, with a preconditioner as in P. Ghysels,
/// W. Vanroose (2014), Algorithm 2. One reduction an iteration, nothing hidden; s = A p is carried by a recurrence.
Outcome cg_chronopoulos_gear(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, u, w, p, s] = env.vectors("r", "u", "w", "p", "s");
  Kernels& k = env.kernels;
  GlobalSums<3> sums(env, "γ = (r,u)   δ = (w,u)   ρ = ‖r‖²");

  k.run("r = b - A x", r = A * x, r = b - r);
  sums.share(r);
  auto [gamma, delta, rho] = sums.of(
      k.run("u = M⁻¹ r, w = A u, (r,u) (w,u) ‖r‖²", u = M * r, w = A * u, dot(r, u), dot(w, u), squared_norm(r, u)), w);

  Scalars alpha = 1.0, gamma_old = infinity;  // so that β = 0 in the first iteration
  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return env.outcome();

    const Scalars beta = env.positive(gamma, Ending::indefinite_preconditioner) / gamma_old;
    alpha = gamma / env.positive(delta - beta * gamma / alpha, Ending::indefinite_matrix);
    gamma_old = gamma;
    const auto [gamma_new, delta_new, rho_new] = sums.of(
        k.run(
            "p, s, x, r; u = M⁻¹ r, w = A u, (r,u) (w,u) ‖r‖²",
            p = u + beta * p,
            s = w + beta * s,
            x = x + alpha * p,
            r = r - alpha * s,
            u = M * r,
            w = A * u,
            dot(r, u),
            dot(w, u),
            squared_norm(r, u)),
        w);
    gamma = gamma_new;
    delta = delta_new;
    rho = rho_new;
  }
}

}  // namespace minikrylov
