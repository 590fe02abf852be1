// Communication-avoiding stabilised biconjugate gradients.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CA-BiCGStab: s steps of BiCGStab at a time, in coordinates of Y = [P, R, r0] with P = [p, …, p_2s(A) p] and R = [r,
/// …, p_{2s-1}(A) r]. E. Carson, N. Knight, J. Demmel, SIAM J. Sci. Comput. 35 (2013) S42-S61, algorithm 5 (its B is
/// derived here from the recurrence of the basis). One reduction, which has the products with the shadow residual r0 as
/// well, and one pass over A per s steps; 4s - 1 products.
Outcome ca_bicgstab(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, r0, p] = env.vectors("r", "r0", "p");
  const KrylovBasis& basis = env.parameters.basis;
  const int most = basis.steps() / 2;
  const Panel P = env.panel("P", p, 2 * most + 1), R = env.panel("R", r, 2 * most), R0 = env.panel("r0", r0, 1);
  GramSums gram(env);
  BlockGap gap(env);
  Kernels& k = env.kernels;
  const int m = k.width();

  k.run(r = b - A * x);
  k.run(p = r, r0 = r);
  for (int i = 0, s = most;;) {
    const int of_p = 2 * s + 1, of_r = 2 * s;
    const Panel Y = joined(joined(P.first(of_p), R.first(of_r)), R0);
    k.run(powers(A, basis.terms, P.first(of_p), R.first(of_r)));
    const Gram G = gram.of({k.run(transposed(Y) * Y)}).front();
    gap.begin(G, of_p);
    const Coordinates shadow = Coordinates::unit(Y.size(), m, of_p + of_r);
    Coordinates a = Coordinates::unit(Y.size(), m, 0), c = Coordinates::unit(Y.size(), m, of_p);
    Coordinates e(Y.size(), m);
    Scalars rho = G(shadow, c);
    if (i == 0 && env.stop(0, G(c, c))) return env.outcome();

    const Scalars running = env.running();
    bool ends = false, replaces = false;
    Scalars norm;
    int j = 0;
    while (j < s && !ends && !replaces) {
      const Coordinates v = times_B(basis, of_p, of_r, a);
      const Scalars delta = G(shadow, v);
      env.nonzero(delta, Ending::breakdown_r0v);
      Scalars alpha = env.running() * quotient_or_zero(rho, delta);
      const Coordinates q = c - alpha * v, t = times_B(basis, of_p, of_r, q);
      const InnerProduct tq{.ab = G(t, q), .aa = G(t, t), .bb = G(q, q)};
      env.finite_step(rho, tq.bb);
      alpha = env.running() * alpha;
      const Scalars omega = env.running() * quotient_or_zero(tq.ab, tq.aa);
      const Coordinates c_new = q - omega * t;
      norm = G(c_new, c_new);
      if (j > 0 && env.is_spent(norm, G.absolute(c_new, c_new), 7)) break;
      e = e + alpha * a + omega * q;
      c = c_new;
      ends = env.stop(i + ++j, abs(norm));
      replaces = gap.add(e, times_B(basis, of_p, of_r, e), c, norm) || env.replaces(i + j);
      env.nonzero(tq, Ending::breakdown_omega);
      const Scalars rho_new = G(shadow, c);
      env.nonzero(rho_new, Ending::breakdown_rho);
      const Scalars beta = quotient_or_zero(rho_new, rho) * quotient_or_zero(alpha, omega);
      a = c + beta * (a - omega * v);
      rho = rho_new;
    }
    k.run(at_once(running, x = x + Y * e, p = Y * a, r = Y * c));
    gap.end(G, e);
    ends = env.finish_block(i, s) || ends;
    if (ends) return env.outcome();
    i += j;
    if (replaces) {
      k.run(r = b - A * x);
      gap.replaced(norm);
    } else {
      s = j < s ? j : std::min(s + 1, most);
    }
  }
}

}  // namespace minikrylov
