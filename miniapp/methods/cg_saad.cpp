// Conjugate gradients with one reduction, after Saad.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CG with one reduction. Y. Saad, SIAM J. Numer. Anal. 22 (1985); the CONV variant of O. Selvitopi, C. Aykanat (2014),
/// figure 1. β comes from (q,q), before the new residual is there. Unlike in the figure, ρ = (r,r) is summed with the
/// other two (G. Meurant, 1987) rather than carried as ρ = β ρ: carried, its error grows by 1/β an iteration.
Outcome cg_saad(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, p, q] = env.vectors("r", "p", "q");
  Kernels& k = env.kernels;
  GlobalSums<3> sums(env, "π = (p,q)   κ = (q,q)   ρ = (r,r)");

  k.run("r = b - A x", r = A * x, r = b - r);
  sums.share(r);
  k.run("p = r", p = r);

  for (int i = 0;; ++i) {
    const auto [pi, kappa, rho] =
        sums.of(k.run("q = A p, (p,q) (q,q) (r,r)", q = A * p, dot(p, q), dot(q, q), dot(r, r)), q);
    if (env.stop(i, rho)) return env.outcome();

    const Scalars alpha = rho / env.positive(pi, Ending::indefinite_matrix);
    const Scalars beta = alpha * kappa / pi - 1.0;
    k.run("x = x + α p, r = r - α q, p = r + β p", x = x + alpha * p, r = r - alpha * q, p = r + beta * p);
  }
}

}  // namespace minikrylov
