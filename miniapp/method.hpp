// All that a method's file needs: statements on vectors, sums over ranks, and the judge who says when to stop.
#pragma once
#include <limits>

#include "comm/reduction.hpp"
#include "kernels/kernels.hpp"
#include "miniapp/outcome.hpp"

namespace minikrylov {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// When an iteration ends. Norms are compared with the reference norms of the system, one per right-hand side.
struct StoppingRule {
  double rtol = 1e-8;             ///< converged: ‖r‖ ≤ rtol · reference
  int max_iterations = 10000;     ///< iterations allowed
  int fixed_iterations = -1;      ///< not negative: exactly so many, without a test for convergence
  double divergence = 1e10;       ///< diverged: ‖r‖ > divergence · max(reference, ‖r₀‖)
  int stagnation_window = 5000;   ///< stagnated: no new smallest ‖r‖ in so many iterations
  std::vector<double> reference;  ///< ‖b‖ of each right-hand side
};

/// A system to solve: right-hand sides b and iterates x (on entry the initial guess), ghosts included.
struct SystemVectors {
  Vector b, x;
};

/// Work vectors that outlive one solve, so that repeating it allocates nothing.
class VectorPool {
 public:
  /// Vector number `place`, shaped like `like` and called `name`: made where it is not there yet.
  [[nodiscard]] const Vector& take(std::size_t place, const char* name, const Vector& like);
  /// Fills all vectors with zeros, as methods expect them.
  void clear() const;
  [[nodiscard]] std::size_t size() const { return vectors_.size(); }

 private:
  std::vector<Vector> vectors_;
};

/// The surroundings of a running method: its vectors, its kernels, its reduction, and its judge.
class Env {
 public:
  /// All but the rule and the system must outlive this.
  Env(Kernels& on, Reduction& via, VectorPool& pool, StoppingRule rule, SystemVectors system);

  Kernels& kernels;
  Reduction& reduction;

  /// b, x and one zeroed work vector for each name: `auto [b, x, r, p] = env.vectors("r", "p")`.
  template <class... Name> auto vectors(Name... name) {
    return make_vectors(std::make_integer_sequence<int, sizeof...(Name)>{}, name...);
  }

  /// Judges iterate i by ρ = ‖rᵢ‖². True if no right-hand side is left to iterate on. One that has ended is frozen.
  /// A ρ that rounding made negative counts as zero. A method that knows the norm of some iterates only skips the
  /// others: their norms are recorded as not-a-number.
  [[nodiscard]] bool stop(int i, const Scalars& rho);

  /// `value`, where it is a positive finite number; a right-hand side where it is not ends as `otherwise`.
  [[nodiscard]] Scalars positive(const Scalars& value, Ending otherwise);
  /// `value`, where it is finite and neither zero nor subnormal; a right-hand side where it is not ends as `otherwise`.
  [[nodiscard]] Scalars nonzero(const Scalars& value, Ending otherwise);

  [[nodiscard]] Outcome outcome() const;
  /// Called after each judgement with the iteration and the largest ‖r‖ / reference; for progress lines.
  void on_judgement(std::function<void(int, double)> call) { on_judgement_ = std::move(call); }

 private:
  template <int... I, class... Name> auto make_vectors(std::integer_sequence<int, I...>, Name... name) {
    return std::tuple<Vec<0>, Vec<iterate_number>, Vec<I + 2>...>{Vec<0>(system_.b), Vec<iterate_number>(system_.x),
                                                                  Vec<I + 2>(pool_.take(I, name, system_.x))...};
  }
  void judge(int j, int i, double norm);
  void add_skipped(int i);
  void end(int j, Ending ending);

  VectorPool& pool_;
  StoppingRule rule_;
  SystemVectors system_;
  int iteration_ = 0;
  std::vector<Ending> endings_;
  std::vector<int> iterations_of_, best_at_;
  std::vector<double> initial_, best_, last_, history_, times_;
  Tally setup_;
  std::function<void(int, double)> on_judgement_;
};

/// D sums over all ranks, for every right-hand side, in one reduction.
template <int D> class GlobalSums {
 public:
  explicit GlobalSums(Env& env) : via_(env.reduction), width_(env.kernels.width()), values_(D * width_) {}
  GlobalSums(const GlobalSums&) = delete;
  GlobalSums& operator=(const GlobalSums&) = delete;
  ~GlobalSums() {
    if (in_flight_) via_.finish();
  }
  /// Collective. Hands over this rank's sums, as Kernels::run() returned them.
  void start(const std::array<Scalars, D>& local) {
    for (int d = 0; d < D; ++d)
      for (int j = 0; j < width_; ++j) values_[d * width_ + j] = local[d][j];
    via_.start(values_);
    in_flight_ = true;
  }
  /// Collective. The sums over all ranks, in the order of start().
  [[nodiscard]] std::array<Scalars, D> finish() {
    via_.finish();
    in_flight_ = false;
    std::array<Scalars, D> sums;
    for (int d = 0; d < D; ++d) {
      sums[d] = Scalars(width_, 0);
      for (int j = 0; j < width_; ++j) sums[d][j] = values_[d * width_ + j];
    }
    return sums;
  }
  /// start() and finish() at once.
  [[nodiscard]] std::array<Scalars, D> of(const std::array<Scalars, D>& local) {
    start(local);
    return finish();
  }

 private:
  Reduction& via_;
  int width_;
  std::vector<double> values_;
  bool in_flight_ = false;
};

}  // namespace minikrylov
