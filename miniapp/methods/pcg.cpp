// Preconditioned conjugate gradients.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// PCG. M. Hestenes, E. Stiefel, J. Res. Nat. Bur. Standards 49 (1952) 409-436; Y. Saad, Iterative Methods for Sparse
/// Linear Systems, 2nd ed. (2003), Algorithm 9.1. Two reductions per iteration, nothing hidden. ρ is summed with γ.
/// The step of x is taken with the next product, which then has p in cache.
Outcome pcg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, p, q] = env.vectors_of_any_precision("r", "z", "p", "q");
  auto [alpha, beta] = coefficients("α", "β");
  GlobalSums rz(env, "γ", "ρ");
  GlobalSums pq(env, "δ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  auto [gamma, rho] = rz.of(k.run(z = M * r, dot(r, z), squared_norm(r, z)));

  for (int i = 0;; ++i) {
    if (env.stop(i, rho, StepOwed{x, alpha, p})) return env.outcome();

    const auto [delta] = pq.of(k.run(x = x + alpha * p, p = z + beta * p, q = A * p, dot(p, q)));
    env.positive(gamma, Ending::indefinite_preconditioner);
    env.positive(delta, Ending::indefinite_matrix);
    alpha = gamma / delta;
    const Scalars gamma_old = gamma;
    std::tie(gamma, rho) = rz.of(k.run(r = r - alpha * q, z = M * r, dot(r, z), squared_norm(r, z)));
    beta = gamma / gamma_old;
  }
}

}  // namespace minikrylov
