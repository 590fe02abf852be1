// When a residual is recomputed in mixed precision.
#pragma once
#include "miniapp/methods/running/catalogue_row.hpp"
#include "miniapp/methods/running/correction.hpp"
#include "miniapp/methods/running/env.hpp"

namespace minikrylov {

/// r = b - A x by A itself. Where x is a correction in single precision, it is added to the iterate first; b is the
/// residual then, x = 0. Collective.
template <int R, int B, int X>
void replace_residual(const Vec<R>& r, const Vec<B>& b, const MixedOperators& A, const Vec<X>& x, Env& env) {
  if (A.correction == nullptr) {
    env.kernels.run(r = b - A.exact * x);
    return;
  }
  A.correction->add();
  A.correction->find_residual();
  env.kernels.run(r = b);
}

/// Says when to replace r by b - A x: as soon as ‖r‖ of any right-hand side has fallen by δ = 0.1 since the last time,
/// before the error of its recurrence, which stays that large, can be seen in it (G. Sleijpen, H. van der Vorst,
/// Computing 56 (1996) 141-163; M. Clark et al., Comput. Phys. Commun. 181 (2010) 1517-1528, section 4); and before ‖r‖
/// ends the iteration, so that only a residual by A itself does.
class ReliableUpdates {
 public:
  /// `rho`: ‖r₀‖² by A itself.
  explicit ReliableUpdates(const Scalars& rho) : last_(rho) {}

  /// Whether to replace a residual with ‖r‖² = ρ that a recurrence gave.
  [[nodiscard]] bool due(const Env& env, const Scalars& rho) const {
    const Scalars running = env.running();
    for (int j = 0; j < env.kernels.width(); ++j)
      if (running[j] != 0 && rho[j] < delta * delta * last_[j]) return true;
    return env.ends(rho);
  }
  /// The same for ρ computed as a difference of sums.
  [[nodiscard]] bool due(const Env& env, const SquaredNormDifference& rho) const {
    return due(env, rho.from - rho.what) || env.is_doubtful(rho);
  }
  void done(const Scalars& rho) {
    last_ = rho;
    ++count_;
  }
  /// The outcome of the solve with its products by A itself.
  [[nodiscard]] Outcome with_count(Outcome outcome) const {
    outcome.exact_products = count_;
    return outcome;
  }

 private:
  static constexpr double delta = 0.1;
  Scalars last_;
  int count_ = 1;
};

}  // namespace minikrylov
