// Conjugate gradients without a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CG. M. Hestenes, E. Stiefel, J. Res. Nat. Bur. Standards 49 (1952) 409-436; Y. Saad, Iterative Methods for Sparse
/// Linear Systems, 2nd ed. (2003), Algorithm 6.18. Two reductions per iteration, nothing hidden. The step of x is taken
/// with the next product, which then has p in cache.
Outcome cg(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, p, q] = env.vectors("r", "p", "q");
  auto [alpha, beta] = coefficients("α", "β");
  GlobalSums rr(env, "ρ");
  GlobalSums pq(env, "δ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  auto [rho] = rr.of(k.run(dot(r, r)));

  for (int i = 0;; ++i) {
    if (env.stop(i, rho, StepOwed{x, alpha, p})) return env.outcome();

    const auto [delta] = pq.of(k.run(x = x + alpha * p, p = r + beta * p, q = A * p, dot(p, q)));
    env.positive(delta, Ending::indefinite_matrix);
    alpha = rho / delta;
    const Scalars rho_old = rho;
    std::tie(rho) = rr.of(k.run(r = r - alpha * q, dot(r, r)));
    beta = rho / rho_old;
  }
}

}  // namespace minikrylov
