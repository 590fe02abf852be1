// Preconditioned conjugate gradients with a single allreduce.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// SAPCG. E. D'Azevedo, V. Eijkhout, C. Romine, LAPACK Working Note 56 (1993), as in P. Eller, W. Gropp, SC16 (2016),
/// which writes β for γ in φ and α. One reduction per iteration, nothing hidden; φ = (p, A p) and
/// w = A p follow from recurrences.
Outcome sapcg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, s, p, w] = env.vectors("r", "z", "s", "p", "w");
  auto [alpha, beta] = coefficients("α", "β");
  GlobalSums sums(env, "δ", "γ", "ρ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  auto [delta, gamma, rho] = sums.of(k.run(z = M * r, s = A * z, dot(z, s), dot(z, r), squared_norm(r, z)));

  Scalars phi = 0.0, gamma_old = infinity;  // makes β = 0 in the first iteration
  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return env.outcome();

    env.positive(gamma, Ending::indefinite_preconditioner);
    beta = gamma / gamma_old;
    phi = delta - beta * beta * phi;
    env.positive(phi, Ending::indefinite_matrix);
    alpha = gamma / phi;
    gamma_old = gamma;
    std::tie(delta, gamma, rho) = sums.of(k.run(
        p = z + beta * p,
        w = s + beta * w,
        x = x + alpha * p,
        r = r - alpha * w,
        z = M * r,
        s = A * z,
        dot(z, s),
        dot(z, r),
        squared_norm(r, z)));
  }
}

}  // namespace minikrylov
