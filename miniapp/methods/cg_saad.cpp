// Conjugate gradients with one reduction, after Saad.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CG with one reduction. Y. Saad, SIAM J. Sci. Stat. Comput. 6 (1985) 865-881; the CONV variant of O. Selvitopi,
/// C. Aykanat (2014), figure 1. β follows from (q,q) before the new residual is known. Unlike in the figure, ρ = (r,r)
/// is summed with the other two (G. Meurant, Parallel Computing 5 (1987) 267-280) instead of updated as ρ = β ρ, whose
/// error grows by 1/β per iteration.
Outcome cg_saad(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, p, q] = env.vectors("r", "p", "q");
  auto [alpha, beta] = coefficients("α", "β");
  GlobalSums sums(env, "π", "κ", "ρ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  k.run(p = r);

  for (int i = 0;; ++i) {
    const auto [pi, kappa, rho] = sums.of(k.run(q = A * p, dot(p, q), dot(q, q), dot(r, r)));
    if (env.stop(i, rho)) return env.outcome();

    env.positive(pi, Ending::indefinite_matrix);
    alpha = rho / pi;
    beta = alpha * kappa / pi - 1.0;
    k.run(x = x + alpha * p, r = r - alpha * q, p = r + beta * p);
  }
}

}  // namespace minikrylov
