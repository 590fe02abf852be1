// Pipelined conjugate gradients with automatic residual replacement.
#include "miniapp/methods/methods.hpp"

namespace minikrylov {
namespace {

/// The norms of one iteration's vectors.
struct Norms {
  Scalars r, u, w, x, p, s, q, z, m;
};

/// Estimates how far rounding errors have driven the recurrences for r, s, w, z away from b - A x, A p, A u, A q: the
/// bounds of Cools et al. (2018), section 4, with the square roots of their constants (N. Higham's rule of thumb for
/// sums of random rounding errors). Linear in the norms, so that the scale of A and b cancels.
class Gap {
 public:
  Gap(const MethodParameters& given, const Scalars& norm_b)
      : A_(given.matrix_norm), product_(std::sqrt(given.entries_per_row * std::sqrt(given.rows))), b_(norm_b) {}

  /// Adds iteration i with its α and β; true if r is to be replaced, that is, when the gap of r first exceeds √ε ‖r‖.
  bool add(int i, const Norms& now, const Scalars& alpha, const Scalars& beta, int width) {
    const Scalars before = r_, a = abs(alpha), c = abs(beta);
    if (i <= 1 || replaced_) {
      r_ = rounding((product_ + 1.0) * A_ * now.x + b_);
      s_ = rounding(product_ * A_ * now.p);
      w_ = rounding(product_ * A_ * now.u);
      z_ = rounding(product_ * A_ * now.q);
      replaced_ = false;
    } else {
      const Scalars in_r = rounding(A_ * old_.x + two * A_ * a * now.p + old_.r + two * a * now.s);
      const Scalars in_w = rounding(A_ * old_.u + two * A_ * a * now.q + old_.w + two * a * now.z);
      const Scalars in_s = rounding(A_ * old_.u + two * A_ * c * old_.p + old_.w + two * c * old_.s);
      const Scalars in_z = rounding((product_ + two) * A_ * now.m + two * A_ * c * old_.q + two * c * old_.z);
      r_ = r_ + a * c * s_ + a * w_ + in_r + a * in_s;
      s_ = w_ + c * s_ + in_s;
      w_ = w_ + a * c * z_ + in_w + a * in_z;
      z_ = c * z_ + in_z;
    }
    for (int j = 0; j < width && i > 1; ++j)
      replaced_ =
          replaced_ || (before[j] <= replacement_tolerance * old_.r[j] && r_[j] > replacement_tolerance * now.r[j]);
    old_ = now;
    return replaced_;
  }

 private:
  static constexpr double two = std::numbers::sqrt2;
  static Scalars rounding(const Scalars& magnitude) { return unit_roundoff * magnitude; }

  double A_, product_;  // ‖A‖; √(μ √n), with μ entries per row
  Scalars b_, r_, s_, w_, z_;
  Norms old_;
  bool replaced_ = false;
};

}  // namespace

/// PIPECG with automatic residual replacement. S. Cools, E. Yetkin, E. Agullo, L. Giraud, W. Vanroose, SIAM J. Matrix
/// Anal. Appl. 39 (2018) 426-450. PIPECG with nine more norms in its one reduction, which serve to estimate the gap
/// between r and b - A x; before the gap does harm, r, u, w, s, q, z are recomputed by four products.
Outcome pipecg_rr(const Operator& A, const Preconditioner& M, Env& env) {
  auto [b, x, r, u, w, p, s, q, z, m, n] = env.vectors("r", "u", "w", "p", "s", "q", "z", "m", "n");
  auto [alpha, beta] = coefficients("α", "β");
  const auto dots = statements(dot(r, u), dot(w, u), squared_norm(r, u));
  const auto norms =
      statements(dot(r, r), dot(u, u), dot(w, w), dot(x, x), dot(p, p), dot(s, s), dot(q, q), dot(z, z), dot(m, m));
  GlobalSums<1> bb(env);
  GlobalSums<12> sums(env, "γ", "δ", "ρ");
  Kernels& k = env.kernels;

  k.run(r = b - A * x);
  bb.start(k.run(dot(b, b)));
  sums.start(k.run(u = M * r, w = A * u, dots, norms));
  const auto [norm_b_squared] = bb.finish();
  Gap gap(env.parameters, sqrt(norm_b_squared));

  Scalars gamma_old = infinity;  // makes β = 0 in the first iteration
  alpha = 1.0;
  for (int i = 0;; ++i) {
    k.run(m = M * w, n = A * m);  // overlapped with the reduction
    const auto [gamma, delta, rho, rr, uu, ww, xx, pp, ss, qq, zz, mm] = sums.finish();
    if (env.stop(i, rho)) return env.outcome();

    const Norms now{sqrt(rr), sqrt(uu), sqrt(ww), sqrt(xx), sqrt(pp), sqrt(ss), sqrt(qq), sqrt(zz), sqrt(mm)};
    const bool replace = i > 0 && gap.add(i, now, alpha, beta, k.width());
    env.positive(gamma, Ending::indefinite_preconditioner);
    beta = gamma / gamma_old;
    const Scalars eta = delta - beta * gamma / alpha;  // (p, A p)
    env.positive(eta, Ending::indefinite_matrix);
    alpha = gamma / eta;
    gamma_old = gamma;
    if (replace) {
      env.count_replacement();
      k.run(p = u + beta * p, x = x + alpha * p);
      sums.start(k.run(r = b - A * x, u = M * r, w = A * u, s = A * p, q = M * s, z = A * q, dots, norms));
    } else {
      sums.start(k.run(
          z = n + beta * z,
          q = m + beta * q,
          s = w + beta * s,
          p = u + beta * p,
          x = x + alpha * p,
          r = r - alpha * s,
          u = u - alpha * q,
          w = w - alpha * z,
          dots,
          norms));
    }
  }
}

}  // namespace minikrylov
