// Pipelined BiCGStab without a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

/// With periodic residual replacement r and w, then s and z, are now and then computed by products, where otherwise
/// recurrences carry their rounding errors on.
Outcome pipelined(const Operator& A, Env& env, Replacement replacement) {
  auto [b, x, r, r0, w, t, p, s, z, v] = env.vectors("r", "r0", "w", "t", "p", "s", "z", "v");
  const auto& q = r;  // they are never needed together,
  const auto& y = w;  // and what is overwritten in place need not be fetched
  Kernels& k = env.kernels;
  GlobalSums<2> first(env, "ρ = (r0,r)   (r0,w)");
  GlobalSums<3> qy(env, "θ = (q,y)   φ = (y,y)   π = (q,q)");
  GlobalSums<4> r0s(env, "ρ = (r0,r)   ψ = (r0,z)   σ = (r0,w)   δ = (r0,s)");

  k.run("r = b - A x", r = A * x, r = b - r);
  k.run("r0 = r", r0 = r);
  first.start(k.run("w = A r, (r0,r) (r0,w)", w = A * r, dot(r0, r), dot(r0, w)));
  k.run("t = A w", t = A * w);
  auto [rho, r0w] = first.finish();
  if (env.stop(0, rho)) return env.outcome();

  Scalars alpha = rho / env.nonzero(r0w, Ending::breakdown_r0v), beta = 0.0, omega = 0.0;
  bool replaced = false;  // r and w, at the end of the iteration before
  for (int j = 0;; ++j) {
    if (replaced)
      qy.start(k.run(
          "p, s = A p, z = A s, q = r - α s, y = w - α z; (q,y) (y,y) (q,q)",
          p = r + beta * (p - omega * s),
          s = A * p,
          z = A * s,
          q = r - alpha * s,
          y = w - alpha * z,
          dot(q, y),
          dot(y, y),
          dot(q, q)));
    else
      qy.start(k.run(
          "p, s, z, q = r - α s, y = w - α z; (q,y) (y,y) (q,q)",
          p = r + beta * (p - omega * s),
          s = w + beta * (s - omega * z),
          z = t + beta * (z - omega * v),
          q = r - alpha * s,
          y = w - alpha * z,
          dot(q, y),
          dot(y, y),
          dot(q, q)));
    k.run("v = A z", v = A * z);  // overlapped with the reduction
    const auto [theta, phi, pi] = qy.finish();

    omega = quotient_or_zero(theta, phi);
    replaced = replacement == Replacement::periodic && env.replaces(j + 1);
    const auto sums = replaced ? k.run(
                                     "x = x + α p + ω q, r = b - A x, w = A r; (r0,r) (r0,z) (r0,w) (r0,s)",
                                     x = x + alpha * p + omega * q,
                                     r = A * x,
                                     r = b - r,
                                     w = A * r,
                                     dot(r0, r),
                                     dot(r0, z),
                                     dot(r0, w),
                                     dot(r0, s))
                               : k.run(
                                     "x = x + α p + ω q, r = q - ω y, w = y - ω (t - α v); (r0,r) (r0,z) (r0,w) (r0,s)",
                                     x = x + alpha * p + omega * q,
                                     r = q - omega * y,
                                     cut,
                                     w = y - omega * (t - alpha * v),
                                     dot(r0, r),
                                     dot(r0, z),
                                     dot(r0, w),
                                     dot(r0, s));
    if (env.stop(j + 1, pi - omega * theta)) return env.outcome();

    r0s.start(sums);
    k.run("t = A w", t = A * w);  // overlapped with the reduction
    const auto [rho_new, psi, sigma, delta] = r0s.finish();

    beta = alpha / env.nonzero(omega, Ending::breakdown_omega) * (env.nonzero(rho_new, Ending::breakdown_rho) / rho);
    alpha = rho_new / env.nonzero(sigma + beta * delta - beta * omega * psi, Ending::breakdown_r0v);
    rho = rho_new;
  }
}

}  // namespace

/// Pipelined BiCGStab. S. Cools, W. Vanroose, Parallel Computing 65 (2017) 1-20; grouped as in B. Krasnopolsky (2019),
/// Algorithm 4: two sweeps share the vectors r, y, and so can be one (the cut is where the paper has two). Two
/// reductions an iteration, hidden behind v = A z and t = A w.
Outcome pipebicgstab(const Operator& A, const Preconditioner&, Env& env) {
  return pipelined(A, env, Replacement::none);
}

/// The same with residual replacement (Cools & Vanroose 2017, section 4), every so many iterations until ‖r‖ is small.
Outcome pipebicgstab_rr(const Operator& A, const Preconditioner&, Env& env) {
  return pipelined(A, env, Replacement::periodic);
}

}  // namespace minikrylov
