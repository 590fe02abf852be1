// Preconditioned conjugate gradients.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// PCG. M. Hestenes, E. Stiefel (1952); Y. Saad, Iterative Methods for Sparse Linear Systems (2003), Algorithm 9.1.
/// Two reductions an iteration, nothing hidden. ρ travels with γ.
Outcome pcg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, p, q] = env.vectors("r", "z", "p", "q");
  Kernels& k = env.kernels;
  GlobalSums<2> rz(env, "γ = (r,z)   ρ = ‖r‖²");
  GlobalSums<1> pq(env, "δ = (p,q)");

  k.run("r = b - A x", r = A * x, r = b - r);
  pq.share(r);
  auto [gamma, rho] = rz.of(k.run("z = M⁻¹ r, p = z, (r,z) ‖r‖²", z = M * r, p = z, dot(r, z), squared_norm(r, z)));

  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return env.outcome();

    const auto [delta] = pq.of(k.run("q = A p, (p,q)", q = A * p, dot(p, q)), q);
    const Scalars alpha =
        env.positive(gamma, Ending::indefinite_preconditioner) / env.positive(delta, Ending::indefinite_matrix);
    const auto [gamma_new, rho_new] =
        rz.of(k.run("r = r - α q, z = M⁻¹ r, (r,z) ‖r‖²", r = r - alpha * q, z = M * r, dot(r, z), squared_norm(r, z)));
    const Scalars beta = gamma_new / gamma;
    gamma = gamma_new;
    rho = rho_new;
    k.run("x = x + α p, p = z + β p", x = x + alpha * p, p = z + beta * p);
  }
}

}  // namespace minikrylov
