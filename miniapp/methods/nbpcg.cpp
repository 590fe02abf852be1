// Preconditioned conjugate gradients with two non-blocking reductions.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// NBPCG. W. Gropp, Update on libraries for Blue Waters (2010), as in P. Eller, W. Gropp (2016).
/// Two reductions an iteration: (p,s) hidden behind M, (r,z) behind A. The paper's Z = A z and S = M⁻¹ s are az, ms.
Outcome nbpcg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, az, p, s, ms] = env.vectors("r", "z", "Z", "p", "s", "S");
  Kernels& k = env.kernels;
  GlobalSums<2> rz(env, "γ = (r,z)   ρ = ‖r‖²");
  GlobalSums<1> ps(env, "δ = (p,s)");

  k.run("r = b - A x", r = A * x, r = b - r);
  rz.start(k.run("z = M⁻¹ r, (r,z) ‖r‖²", z = M * r, dot(r, z), squared_norm(r, z)));
  k.run("Z = A z", az = A * z);
  auto [gamma, rho] = rz.finish();

  Scalars gamma_old = infinity;  // so that β = 0 in the first iteration
  for (int i = 0;; ++i) {
    if (env.stop(i, rho)) return env.outcome();

    const Scalars beta = env.positive(gamma, Ending::indefinite_preconditioner) / gamma_old;
    gamma_old = gamma;
    ps.start(k.run("p = z + β p, s = Z + β s, (p,s)", p = z + beta * p, s = az + beta * s, dot(p, s)));
    k.run("S = M⁻¹ s", ms = M * s);  // overlapped with the reduction
    const auto [delta] = ps.finish();

    const Scalars alpha = gamma / env.positive(delta, Ending::indefinite_matrix);
    rz.start(k.run(
        "x = x + α p, r = r - α s, z = z - α S, (r,z) ‖r‖²",
        x = x + alpha * p,
        r = r - alpha * s,
        z = z - alpha * ms,
        dot(r, z),
        squared_norm(r, z)));
    k.run("Z = A z", az = A * z);  // overlapped with the reduction
    const auto [gamma_new, rho_new] = rz.finish();
    gamma = gamma_new;
    rho = rho_new;
  }
}

}  // namespace minikrylov
