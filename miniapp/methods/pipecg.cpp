// Pipelined conjugate gradients.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// PIPECG. P. Ghysels, W. Vanroose, Parallel Computing 40 (2014) 224-238, Algorithm 4.
/// One reduction an iteration, hidden behind m = M⁻¹ w and n = A m.
Outcome pipecg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, u, w, p, s, q, z, m, n] = env.vectors("r", "u", "w", "p", "s", "q", "z", "m", "n");
  Kernels& k = env.kernels;
  GlobalSums<3> sums(env, "γ = (r,u)   δ = (w,u)   ρ = ‖r‖²");

  k.run("r = b - A x", r = A * x, r = b - r);
  sums.share(r);
  sums.start(
      k.run("u = M⁻¹ r, w = A u, (r,u) (w,u) ‖r‖²", u = M * r, w = A * u, dot(r, u), dot(w, u), squared_norm(r, u)), w);

  Scalars alpha = 1.0, gamma_old = infinity;  // so that β = 0 in the first iteration
  for (int i = 0;; ++i) {
    k.run("m = M⁻¹ w, n = A m", m = M * w, n = A * m);  // overlapped with the reduction
    const auto [gamma, delta, rho] = sums.finish();
    if (env.stop(i, rho)) return env.outcome();

    const Scalars beta = env.positive(gamma, Ending::indefinite_preconditioner) / gamma_old;
    alpha = gamma / env.positive(delta - beta * gamma / alpha, Ending::indefinite_matrix);
    gamma_old = gamma;
    sums.start(
        k.run(
            "z, q, s, p, x, r, u, w; (r,u) (w,u) ‖r‖²",
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
            squared_norm(r, u)),
        w);
  }
}

}  // namespace minikrylov
