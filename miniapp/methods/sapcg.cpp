// Preconditioned conjugate gradients with a single allreduce.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// SAPCG. E. D'Azevedo, V. Eijkhout, C. Romine, LAPACK Working Note 56 (1993), as in P. Eller, W. Gropp (2016), where
/// β stands for γ in φ and α. One reduction an iteration, nothing hidden; φ = (p, A p) and w = A p by recurrences.
Outcome sapcg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, s, p, w] = env.vectors("r", "z", "s", "p", "w");
  Kernels& k = env.kernels;
  GlobalSums<3> sums(env, "δ = (z,s)   γ = (z,r)   ρ = ‖r‖²");

  k.run("r = b - A x", r = A * x, r = b - r);
  auto [delta, gamma, rho] = sums.of(
      k.run("z = M⁻¹ r, s = A z, (z,s) (z,r) ‖r‖²", z = M * r, s = A * z, dot(z, s), dot(z, r), squared_norm(r, z)));

  Scalars phi = 0.0, gamma_old = infinity;  // so that β = 0 in the first iteration
  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return env.outcome();

    const Scalars beta = env.positive(gamma, Ending::indefinite_preconditioner) / gamma_old;
    phi = delta - beta * beta * phi;
    const Scalars alpha = gamma / env.positive(phi, Ending::indefinite_matrix);
    gamma_old = gamma;
    const auto [delta_new, gamma_new, rho_new] = sums.of(k.run(
        "p, w, x, r; z = M⁻¹ r, s = A z, (z,s) (z,r) ‖r‖²",
        p = z + beta * p,
        w = s + beta * w,
        x = x + alpha * p,
        r = r - alpha * w,
        z = M * r,
        s = A * z,
        dot(z, s),
        dot(z, r),
        squared_norm(r, z)));
    delta = delta_new;
    gamma = gamma_new;
    rho = rho_new;
  }
}

}  // namespace minikrylov
