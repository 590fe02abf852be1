// Conjugate gradients without a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CG. M. Hestenes, E. Stiefel, J. Res. Nat. Bur. Standards 49 (1952) 409-436; Y. Saad (2003), Algorithm 6.18.
/// Two reductions an iteration, nothing hidden.
Outcome cg(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, p, q] = env.vectors("r", "p", "q");
  Kernels& k = env.kernels;
  GlobalSums<1> rr(env, "ρ = (r,r)"), pq(env, "δ = (p,q)");

  k.run("r = b - A x", r = A * x, r = b - r);
  auto [rho] = rr.of(k.run("p = r, (r,r)", p = r, dot(r, r)));

  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return env.outcome();

    const auto [delta] = pq.of(k.run("q = A p, (p,q)", q = A * p, dot(p, q)));
    const Scalars alpha = rho / env.positive(delta, Ending::indefinite_matrix);
    const auto [rho_new] = rr.of(k.run("r = r - α q, (r,r)", r = r - alpha * q, dot(r, r)));
    const Scalars beta = rho_new / rho;
    rho = rho_new;
    k.run("x = x + α p, p = r + β p", x = x + alpha * p, p = r + beta * p);
  }
}

}  // namespace minikrylov
