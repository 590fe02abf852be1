// Preconditioned conjugate gradients with two non-blocking reductions.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// NBPCG. W. Gropp, Update on libraries for Blue Waters (2010), as in P. Eller, W. Gropp, SC16 (2016).
/// Two reductions per iteration: (p,s) hidden behind M, (r,z) behind A. az and ms are the paper's Z = A z, S = M⁻¹ s.
Outcome nbpcg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, az, p, s, ms] = env.vectors("r", "z", "Z", "p", "s", "S");
  auto [alpha, beta] = coefficients("α", "β");
  GlobalSums rz(env, "γ", "ρ");
  GlobalSums ps(env, "δ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  rz.start(k.run(z = M * r, dot(r, z), squared_norm(r, z)));
  k.run(az = A * z);  // overlapped with the reduction
  auto [gamma, rho] = rz.finish();

  Scalars gamma_old = infinity;  // makes β = 0 in the first iteration
  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return env.outcome();

    env.positive(gamma, Ending::indefinite_preconditioner);
    beta = gamma / gamma_old;
    gamma_old = gamma;
    ps.start(k.run(p = z + beta * p, s = az + beta * s, dot(p, s)));
    k.run(ms = M * s);  // overlapped with the reduction
    const auto [delta] = ps.finish();

    env.positive(delta, Ending::indefinite_matrix);
    alpha = gamma / delta;
    rz.start(k.run(x = x + alpha * p, r = r - alpha * s, z = z - alpha * ms, dot(r, z), squared_norm(r, z)));
    k.run(az = A * z);  // overlapped with the reduction
    std::tie(gamma, rho) = rz.finish();
  }
}

}  // namespace minikrylov
