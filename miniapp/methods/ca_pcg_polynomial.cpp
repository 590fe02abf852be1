// Communication-avoiding conjugate gradients with a polynomial preconditioner.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// CA-PCG (see ca_pcg.cpp) where only M⁻¹ can be applied, as a polynomial can: inner products (u, v)_M = uᵀ M v take
/// the image M v of each vector v of the basis as well. M. Hoemmen, Communication-avoiding Krylov subspace methods, PhD
/// thesis, Berkeley (2010), section 5.4, with M⁻¹ from the left. Images follow from products with A: the recurrence of
/// the basis times M is M y_{k+1} = α A y_k + β M y_k + γ M y_{k-1}, and y_{k+1} is M⁻¹ times that. r = M z and q = M p
/// are carried along. The Gram matrix is Yᵀ MY; a second one in the same message knows the norm of the stopping test,
/// unless that is the natural one.
Outcome ca_pcg_polynomial(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, z, p, q] = env.vectors("r", "z", "p", "q");
  const KrylovBasis& basis = env.parameters.basis;
  const Panel P = env.panel("P", p, basis.steps() + 1), MP = env.panel("MP", q, basis.steps() + 1);
  const Panel Z = env.panel("Z", z, basis.steps()), MZ = env.panel("MZ", r, basis.steps());
  GramSums gram(env);
  BlockGap gap(env);
  Kernels& k = env.kernels;
  const int m = k.width();

  k.run(r = b - A * x);
  k.run(z = M * r, p = z, q = r);
  for (int i = 0, s = basis.steps();;) {
    k.run(powers_by_images(M, A, basis.terms, P.first(s + 1), MP.first(s + 1)));
    k.run(powers_by_images(M, A, basis.terms, Z.first(s), MZ.first(s)));
    const Panel Y = joined(P.first(s + 1), Z.first(s)), MY = joined(MP.first(s + 1), MZ.first(s), "MY");
    std::vector<GramStatement> wanted{transposed(Y) * MY};
    if (k.norm() == ResidualNorm::unpreconditioned) wanted.push_back(transposed(MY) * MY);
    if (k.norm() == ResidualNorm::preconditioned) wanted.push_back(transposed(Y) * Y);
    const std::vector<Gram> grams = gram.of(k.run(wanted));
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
    k.run(at_once(running, q = MY * a, r = MY * c));
    gap.end(G, e);
    ends = env.finish_block(i, s) || ends;
    if (ends) return env.outcome();
    i += j;
    if (replaces) {
      k.run(r = b - A * x);
      k.run(z = M * r);
      gap.replaced(gamma);
    } else {
      s = j < s ? j : std::min(s + 1, basis.steps());
    }
  }
}

}  // namespace minikrylov
