// Preconditioned conjugate gradients in mixed precision.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// PCG with a rounded matrix and reliable updates (see ReliableUpdates): r is replaced by b - A x, the directions are
/// kept. Without rounding the same iterates as pcg.
Outcome pcg_reliable(const MixedOperators& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, p, q] = env.vectors_of_any_precision("r", "z", "p", "q");
  auto [alpha, beta] = coefficients("α", "β");
  GlobalSums rz(env, "γ", "ρ");
  GlobalSums pq(env, "δ");
  Kernels& k = env.kernels;

  replace_residual(r, b, A, x, env);
  auto [gamma, rho] = rz.of(k.run(z = M * r, p = z, dot(r, z), squared_norm(r, z)));
  ReliableUpdates updates(rho);

  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return updates.with_count(env.outcome());

    const auto [delta] = pq.of(k.run(q = A.inner * p, dot(p, q)));
    env.positive(gamma, Ending::indefinite_preconditioner);
    env.positive(delta, Ending::indefinite_matrix);
    alpha = gamma / delta;
    const Scalars gamma_old = gamma;
    std::tie(gamma, rho) = rz.of(k.run(r = r - alpha * q, z = M * r, dot(r, z), squared_norm(r, z)));
    if (updates.due(env, rho)) {
      k.run(x = x + alpha * p);
      replace_residual(r, b, A, x, env);
      std::tie(gamma, rho) = rz.of(k.run(z = M * r, dot(r, z), squared_norm(r, z)));
      updates.done(rho);
      beta = gamma / gamma_old;
      k.run(p = z + beta * p);
    } else {
      beta = gamma / gamma_old;
      k.run(x = x + alpha * p, p = z + beta * p);
    }
  }
}

}  // namespace minikrylov
