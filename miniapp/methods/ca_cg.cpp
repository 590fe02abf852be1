// Communication-avoiding conjugate gradients.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CA-CG: s steps of CG at a time, in coordinates of the basis Y = [P, R] with P = [p, …, p_s(A) p] and R = [r, …,
/// p_{s-1}(A) r]. E. Carson, J. Demmel, SIAM J. Matrix Anal. Appl. 35 (2014) 22-43, algorithm 2; the s-step method of
/// A. Chronopoulos, C. Gear, J. Comput. Appl. Math. 25 (1989) 153-168 is its ancestor. One reduction and one pass over
/// A per s steps; 2s - 1 products. Where rounding spoils the basis, the block ends early and the next one is shorter;
/// where it drives r from b - A x, r is replaced (see BlockGap).
Outcome ca_cg(const Operator& A, const Preconditioner&, Env& env) {
  auto [b, x, r, p] = env.vectors("r", "p");
  const KrylovBasis& basis = env.parameters.basis;
  const Panel P = env.panel("P", p, basis.steps() + 1), R = env.panel("R", r, basis.steps());
  GramSums gram(env);
  BlockGap gap(env);
  Kernels& k = env.kernels;
  const int m = k.width();

  k.run(r = b - A * x);
  k.run(p = r);
  for (int i = 0, s = basis.steps();;) {
    const Panel Y = joined(P.first(s + 1), R.first(s));
    const Gram G = gram.of(k.run(powers(A, basis.terms, P.first(s + 1), R.first(s)), {transposed(Y) * Y})).front();
    gap.begin(G, s + 1);
    Coordinates a = Coordinates::unit(Y.size(), m, 0), c = Coordinates::unit(Y.size(), m, s + 1);
    Coordinates e(Y.size(), m);
    Scalars gamma = G(c, c);
    if (i == 0 && env.stop(0, gamma)) return env.outcome();

    const Scalars running = env.running();
    bool ends = false, replaces = false;
    int j = 0;
    while (j < s && !ends && !replaces) {
      const Coordinates t = times_B(basis, s + 1, s, a);
      const Scalars delta = G(a, t);
      if (j > 0 && env.is_spent(delta, G.absolute(a, t))) break;
      env.positive(delta, Ending::indefinite_matrix);
      const Scalars alpha = env.running() * quotient_or_zero(gamma, delta);
      const Coordinates c_new = c - alpha * t;
      const Scalars gamma_new = G(c_new, c_new);
      if (j > 0 && env.is_spent(gamma_new, G.absolute(c_new, c_new))) break;
      e = e + alpha * a;
      c = c_new;
      a = c + quotient_or_zero(gamma_new, gamma) * a;
      gamma = gamma_new;
      ends = env.stop(i + ++j, abs(gamma));
      replaces = gap.add(e, times_B(basis, s + 1, s, e), c, gamma) || env.replaces(i + j);
    }
    k.run(at_once(running, x = x + Y * e, p = Y * a, r = Y * c));
    gap.end(G, e);
    ends = env.finish_block(i, s) || ends;
    if (ends) return env.outcome();
    i += j;
    if (replaces) {
      k.run(r = b - A * x);
      gap.replaced(gamma);
    } else {
      s = j < s ? j : std::min(s + 1, basis.steps());
    }
  }
}

}  // namespace minikrylov
