// Pipelined BiCGStab with a preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

/// With periodic residual replacement r, r̂ and w, then s, ŝ and z, are now and then computed by products, where
/// otherwise recurrences carry their rounding errors on.
Outcome pipelined(const Operator& A, const Preconditioner& M, Env& env, Replacement replacement) {
  auto [b, x, r, r0, rhat, w, what, t, phat, shat, s, z, zhat, v] =
      env.vectors("r", "r0", "r̂", "w", "ŵ", "t", "p̂", "ŝ", "s", "z", "ẑ", "v");
  const auto& q = r;  // they are never needed together,
  const auto& qhat = rhat;
  const auto& y = w;  // and what is overwritten in place need not be fetched
  Kernels& k = env.kernels;
  GlobalSums<2> first(env, "ρ = (r0,r)   (r0,w)");
  GlobalSums<3> qy(env, "θ = (q,y)   φ = (y,y)   π = (q,q)");
  GlobalSums<4> r0s(env, "ρ = (r0,r)   ψ = (r0,z)   σ = (r0,w)   δ = (r0,s)");

  k.run("r = b - A x", r = A * x, r = b - r);
  k.run("r0 = r, r̂ = M⁻¹ r", r0 = r, rhat = M * r);
  first.start(k.run("w = A r̂, (r0,r) (r0,w)", w = A * rhat, dot(r0, r), dot(r0, w)));
  k.run("ŵ = M⁻¹ w, t = A ŵ", what = M * w, t = A * what);
  auto [rho, r0w] = first.finish();
  if (env.stop(0, rho)) return env.outcome();

  Scalars alpha = rho / env.nonzero(r0w, Ending::breakdown_r0v), beta = 0.0, omega = 0.0;
  bool replaced = false;  // r, r̂ and w, at the end of the iteration before
  for (int j = 0;; ++j) {
    if (replaced)
      qy.start(k.run(
          "p̂, s = A p̂, ŝ = M⁻¹ s, z = A ŝ, q̂, q = r - α s, y = w - α z; (q,y) (y,y) (q,q)",
          phat = rhat + beta * (phat - omega * shat),
          s = A * phat,
          shat = M * s,
          z = A * shat,
          qhat = rhat - alpha * shat,
          q = r - alpha * s,
          y = w - alpha * z,
          dot(q, y),
          dot(y, y),
          dot(q, q)));
    else {
      k.run(
          "p̂, ŝ, q̂ = r̂ - α ŝ",
          phat = rhat + beta * (phat - omega * shat),
          shat = what + beta * (shat - omega * zhat),
          qhat = rhat - alpha * shat);
      qy.start(k.run(
          "s, z, q = r - α s, y = w - α z; (q,y) (y,y) (q,q)",
          s = w + beta * (s - omega * z),
          z = t + beta * (z - omega * v),
          q = r - alpha * s,
          y = w - alpha * z,
          dot(q, y),
          dot(y, y),
          dot(q, q)));
    }
    k.run("ẑ = M⁻¹ z, v = A ẑ", zhat = M * z, v = A * zhat);  // overlapped with the reduction
    const auto [theta, phi, pi] = qy.finish();

    omega = quotient_or_zero(theta, phi);
    k.run(
        "x = x + α p̂ + ω q̂, r̂ = q̂ - ω (ŵ - α ẑ)",
        x = x + alpha * phat + omega * qhat,
        rhat = qhat - omega * (what - alpha * zhat));
    if (env.stop(j + 1, pi - omega * theta)) return env.outcome();

    replaced = replacement == Replacement::periodic && env.replaces(j + 1);
    r0s.start(
        replaced ? k.run(
                       "r = b - A x, r̂ = M⁻¹ r, w = A r̂; (r0,r) (r0,z) (r0,w) (r0,s)",
                       r = A * x,
                       r = b - r,
                       rhat = M * r,
                       w = A * rhat,
                       dot(r0, r),
                       dot(r0, z),
                       dot(r0, w),
                       dot(r0, s))
                 : k.run(
                       "r = q - ω y, w = y - ω (t - α v); (r0,r) (r0,z) (r0,w) (r0,s)",
                       r = q - omega * y,
                       w = y - omega * (t - alpha * v),
                       dot(r0, r),
                       dot(r0, z),
                       dot(r0, w),
                       dot(r0, s)));
    k.run("ŵ = M⁻¹ w, t = A ŵ", what = M * w, t = A * what);  // overlapped with the reduction
    const auto [rho_new, psi, sigma, delta] = r0s.finish();

    beta = alpha / env.nonzero(omega, Ending::breakdown_omega) * (env.nonzero(rho_new, Ending::breakdown_rho) / rho);
    alpha = rho_new / env.nonzero(sigma + beta * delta - beta * omega * psi, Ending::breakdown_r0v);
    rho = rho_new;
  }
}

}  // namespace

/// Preconditioned pipelined BiCGStab. S. Cools, W. Vanroose, Parallel Computing 65 (2017) 1-20; grouped as in
/// B. Krasnopolsky (2019), Algorithm 7. Two reductions an iteration, each hidden behind M and A.
Outcome ppipebicgstab(const Operator& A, const Preconditioner& M, Env& env) {
  return pipelined(A, M, env, Replacement::none);
}

/// The same with residual replacement (Cools & Vanroose 2017, section 4), every so many iterations until ‖r‖ is small.
Outcome ppipebicgstab_rr(const Operator& A, const Preconditioner& M, Env& env) {
  return pipelined(A, M, env, Replacement::periodic);
}

}  // namespace minikrylov
