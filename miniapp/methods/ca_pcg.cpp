// Communication-avoiding conjugate gradients with a diagonal preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CA-CG (see ca_cg.cpp) for M⁻¹ A, which is symmetric in the inner product (u, v)_M = uᵀ M v: bases of p and z = M⁻¹
/// r, and the Gram matrix Yᵀ M Y. M. Hoemmen, Communication-avoiding Krylov subspace methods, PhD thesis, Berkeley
/// (2010), section 5.4. M must be diagonal: the rows of M⁻¹ A then reach no farther than those of A. (A is not scaled
/// from both sides instead, since that would change its values, and with them how they can be compressed.) A second
/// Gram matrix in the same message knows the norm of the stopping test, unless that is the natural one.
Outcome ca_pcg(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, z, p] = env.vectors("z", "p");
  const KrylovBasis& basis = env.parameters.basis;
  const Panel P = env.panel("P", p, basis.steps() + 1), Z = env.panel("Z", z, basis.steps());
  GramSums gram(env);
  BlockGap gap(env);
  Kernels& k = env.kernels;
  const int m = k.width();

  k.run(z = b - A * x);
  k.run(z = M * z, p = z);
  for (int i = 0, s = basis.steps();;) {
    const Panel Y = joined(P.first(s + 1), Z.first(s));
    std::vector<GramStatement> wanted{weighted(Y, M, 1)};
    if (k.norm() != ResidualNorm::natural) wanted.push_back(weighted(Y, M, power_of(k.norm())));
    const std::vector<Gram> grams = gram.of(k.run(powers(M, A, basis.terms, P.first(s + 1), Z.first(s)), wanted));
    const Gram &G = grams.front(), &N = grams.back();
    gap.begin(G, s + 1);
    Coordinates a = Coordinates::unit(Y.size(), m, 0), c = Coordinates::unit(Y.size(), m, s + 1);
    Coordinates e(Y.size(), m);
    Scalars gamma = G(c, c);
    if (i == 0 && env.stop(0, N(c, c))) return env.outcome();

    env.positive(gamma, Ending::indefinite_preconditioner);
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
      ends = env.stop(i + ++j, abs(N(c, c)));
      replaces = gap.add(e, times_B(basis, s + 1, s, e), c, gamma) || env.replaces(i + j);
    }
    k.run(at_once(running, x = x + Y * e, p = Y * a, z = Y * c));
    gap.end(G, e);
    ends = env.finish_block(i, s) || ends;
    if (ends) return env.outcome();
    i += j;
    if (replaces) {
      k.run(z = b - A * x);
      k.run(z = M * z);
      gap.replaced(gamma);
    } else {
      s = j < s ? j : std::min(s + 1, basis.steps());
    }
  }
}

}  // namespace minikrylov
