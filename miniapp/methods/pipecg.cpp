// Pipelined conjugate gradients.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// PIPECG. P. Ghysels, W. Vanroose, Parallel Computing 40 (2014) 224-238, Algorithm 4.
/// One reduction per iteration, hidden behind m = M⁻¹ w and n = A m.
Outcome pipecg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, u, w, p, s, q, z, m, n] = env.vectors("r", "u", "w", "p", "s", "q", "z", "m", "n");
  auto [alpha, beta] = coefficients("α", "β");
  GlobalSums sums(env, "γ", "δ", "ρ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  sums.start(k.run(u = M * r, w = A * u, dot(r, u), dot(w, u), squared_norm(r, u)));

  Scalars gamma_old = infinity;  // makes β = 0 in the first iteration
  alpha = 1.0;
  for (int i = 0;; ++i) {
    k.run(m = M * w, n = A * m);  // overlapped with the reduction
    const auto [gamma, delta, rho] = sums.finish();
    if (env.stop(i, rho)) return env.outcome();

    env.positive(gamma, Ending::indefinite_preconditioner);
    beta = gamma / gamma_old;
    const Scalars eta = delta - beta * gamma / alpha;  // (p, A p)
    env.positive(eta, Ending::indefinite_matrix);
    alpha = gamma / eta;
    gamma_old = gamma;
    sums.start(k.run(
        z = n + beta * z,
        q = m + beta * q,
        s = w + beta * s,
        p = u + beta * p,
        x = x + alpha * p,
        r = r - alpha * s,
        u = u - alpha * q,
        w = w - alpha * z,
        dot(r, u),
        dot(w, u),
        squared_norm(r, u)));
  }
}

}  // namespace minikrylov
