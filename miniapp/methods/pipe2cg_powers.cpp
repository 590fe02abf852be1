// Pipelined conjugate gradients, two iterations at once, with matrix powers.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {

/// PIPE2CG (see pipe2cg.cpp) in powers of M⁻¹ A, as P. Eller and W. Gropp, SC16 (2016), suggest: "PIPE2CG could use
/// matrix-powers kernel to get non-blocking communication-avoiding solver". M must be diagonal: then r = M z, w = M p,
/// q = M c and d = M g need not be kept, and the two products of two iterations are powers of c: g = M⁻¹ A c and h =
/// M⁻¹ A g (M⁻¹ times the paper's h), from one pass over A that hides the reduction. The paper's inner products are
/// those in (u, v)_M = uᵀ M v of Y = [z, p, c, z', p']; primes are those of the previous iterate. A second Gram matrix
/// in the same message knows the norm of the stopping test, unless that is the natural one.
Outcome pipe2cg_powers(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, z, p, c, g, h, xo, zo, po, co, go] = env.vectors("z", "p", "c", "g", "h", "x'", "z'", "p'", "c'", "g'");
  auto [gamma1, gamma2, rho1, rho2, mu1, mu2] = coefficients("γ₁", "γ₂", "ρ₁", "ρ₂", "μ₁", "μ₂");
  enum { of_z, of_p, of_c, of_zo, of_po };  // columns of Y
  const Panel Y{{z.vector(), p.vector(), c.vector(), zo.vector(), po.vector()}, "Y"};
  const Panel ZP{{z.vector(), p.vector()}, "[z p]"}, PCG{{p.vector(), c.vector(), g.vector()}, "[p c g]"};
  const Panel CGH{{c.vector(), g.vector(), h.vector()}, "[c g h]"};
  const std::vector<PowersTerm> once(1), twice(2);
  const auto wanted = [&M, norm = env.kernels.norm()](const Panel& V) {
    std::vector<GramStatement> grams{weighted(V, M, 1)};
    if (norm != ResidualNorm::natural) grams.push_back(weighted(V, M, power_of(norm)));
    return grams;
  };
  GramSums sums(env);
  Kernels& k = env.kernels;

  k.run(z = b - A * x);
  k.run(z = M * z);
  k.run(powers(M, A, once, ZP));
  sums.start(k.run(wanted(Y.first(2))));
  k.run(powers(M, A, twice, PCG));  // overlapped with the reduction
  const std::vector<Gram> first = sums.finish();
  if (env.stop(0, first.back()(of_z, of_z))) return env.outcome();

  Scalars beta_old = first.front()(of_z, of_z);
  const Scalars delta0 = first.front()(of_z, of_p);
  env.positive(beta_old, Ending::indefinite_preconditioner);
  env.positive(delta0, Ending::indefinite_matrix);
  gamma2 = beta_old / delta0;
  rho2 = 1.0;
  k.run(xo = x, zo = z, po = p, co = c, go = g);
  k.run(x = xo + gamma2 * zo, z = zo - gamma2 * po, p = po - gamma2 * co, c = co - gamma2 * go);

  for (int j = 1;; j += 2) {
    sums.start(k.run(wanted(Y)));
    k.run(powers(M, A, twice, CGH));  // overlapped with the reduction
    const std::vector<Gram> grams = sums.finish();
    const Gram &G = grams.front(), &N = grams.back();
    if (env.stop(j, N(of_z, of_z))) return env.outcome();

    const Scalars beta1 = G(of_z, of_z), delta1 = G(of_z, of_p);
    env.positive(beta1, Ending::indefinite_preconditioner);
    env.positive(delta1, Ending::indefinite_matrix);
    gamma1 = beta1 / delta1;
    rho1 = 1.0 / (1.0 - quotient_or_zero(gamma1 * beta1, gamma2 * beta_old * rho2));
    mu1 = 1.0 - rho1;
    const Scalars phi[3] = {rho1, -1.0 * rho1 * gamma1, mu1};
    const SumOfTerms delta =
        quadratic_form(phi, delta1, G(of_z, of_c), G(of_z, of_po), G(of_p, of_c), G(of_p, of_po), G(of_zo, of_po));
    const SumOfTerms beta_of_terms =
        quadratic_form(phi, beta1, delta1, G(of_z, of_zo), G(of_z, of_c), G(of_z, of_po), G(of_zo, of_zo));
    const Scalars beta = unless_solved(beta_of_terms, delta), divisor = divisor_of(delta, beta);
    env.positive(divisor, Ending::indefinite_matrix);
    gamma2 = beta / divisor;
    rho2 = 1.0 / (1.0 - gamma2 * beta / (gamma1 * beta1 * rho1));
    mu2 = 1.0 - rho2;
    beta_old = beta;
    k.run(
        xo = rho1 * (x + gamma1 * z) + mu1 * xo,
        zo = rho1 * (z - gamma1 * p) + mu1 * zo,
        po = rho1 * (p - gamma1 * c) + mu1 * po,
        co = rho1 * (c - gamma1 * g) + mu1 * co,
        go = rho1 * (g - gamma1 * h) + mu1 * go,
        x = rho2 * (xo + gamma2 * zo) + mu2 * x,
        z = rho2 * (zo - gamma2 * po) + mu2 * z,
        p = rho2 * (po - gamma2 * co) + mu2 * p,
        c = rho2 * (co - gamma2 * go) + mu2 * c);
  }
}

}  // namespace minikrylov
