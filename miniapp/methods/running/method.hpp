// All that a method's file needs: statements on vectors, sums over ranks, and the judge who says when to stop.
#pragma once
#include <algorithm>
#include <deque>
#include <limits>

#include "comm/reduction.hpp"
#include "kernels/fusion/kernels.hpp"
#include "miniapp/methods/running/outcome.hpp"

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

/// Whether recurrences are replaced by what they stand for every so many iterations.
enum class Replacement { none, periodic };

/// What some methods need to know besides the system.
struct MethodParameters {
  int pipeline_depth = 2;         ///< l of plcg: reductions in flight
  int replacement_period = 50;    ///< iterations from one residual replacement to the next, where they are periodic
  double largest_eigenvalue = 1;  ///< of M⁻¹ A, an estimate
  double matrix_norm = 1;         ///< ‖A‖, an estimate
  double rows = 1;                ///< of A
  int entries_per_row = 1;        ///< of A, at most
};

/// N vectors that take turns, the newest first; the one at place k is known to sweeps as vector number First + k.
template <int First, int N> class Window {
 public:
  explicit Window(std::array<Vector, N> vectors) : vectors_(std::move(vectors)) {}
  template <int K> [[nodiscard]] Vec<First + K> operator[](std::integral_constant<int, K>) const {
    static_assert(K < N);
    return Vec<First + K>(vectors_[K]);
  }
  /// Makes each vector one place older; the oldest becomes the newest, to be overwritten.
  void shift() { std::rotate(vectors_.begin(), vectors_.end() - 1, vectors_.end()); }

 private:
  std::array<Vector, N> vectors_;
};

/// The surroundings of a running method: its vectors, its kernels, its reduction, and its judge.
class Env {
 public:
  /// All but the rule and the system must outlive this.
  Env(Kernels& on, Reduction& via, VectorPool& pool, StoppingRule rule, SystemVectors system,
      const MethodParameters& parameters = {});

  Kernels& kernels;
  Reduction& reduction;
  const MethodParameters parameters;

  /// b, x and one zeroed work vector for each name: `auto [b, x, r, p] = env.vectors("r", "p")`.
  template <class... Name> auto vectors(Name... name) {
    return make_vectors(std::make_integer_sequence<int, sizeof...(Name)>{}, name...);
  }

  /// N zeroed work vectors called `name`, numbered from First on, which must be the number after those taken before.
  template <int First, int N> Window<First, N> window(const char* name) {
    std::array<Vector, N> vectors;
    for (int k = 0; k < N; ++k) vectors[k] = pool_.take(First - 2 + k, name, system_.x);
    return Window<First, N>(std::move(vectors));
  }

  /// Judges iterate i by ρ = ‖rᵢ‖². True if no right-hand side is left to iterate on. One that has ended is frozen.
  /// A ρ that rounding made negative counts as zero. A method that knows the norm of some iterates only skips the
  /// others: their norms are recorded as not-a-number.
  [[nodiscard]] bool stop(int i, const Scalars& rho);

  /// `value`, where it is a positive finite number; a right-hand side where it is not ends as `otherwise`.
  [[nodiscard]] Scalars positive(const Scalars& value, Ending otherwise);
  /// `value`, where it is finite and neither zero nor subnormal; a right-hand side where it is not ends as `otherwise`.
  [[nodiscard]] Scalars nonzero(const Scalars& value, Ending otherwise);

  /// Whether the residual after iteration i is to be replaced by b - A x: periodically, until it is small.
  [[nodiscard]] bool replaces(int i) const;

  [[nodiscard]] Outcome outcome() const;
  /// Called after each judgement with the iteration and the largest ‖r‖ / reference; for progress lines.
  void on_judgement(std::function<void(int, double)> call) { on_judgement_ = std::move(call); }

 private:
  template <int... I, class... Name> auto make_vectors(std::integer_sequence<int, I...>, Name... name) {
    return std::tuple<Vec<0>, Vec<1>, Vec<I + 2>...>{
        Vec<0>(system_.b), Vec<1>(system_.x), Vec<I + 2>(pool_.take(I, name, system_.x))...};
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
  TrafficCounters setup_;
  std::function<void(int, double)> on_judgement_;
};

/// D sums over all ranks, for every right-hand side, in one reduction. Several may be in flight.
template <int D> class GlobalSums {
 public:
  /// `formulas` says what is summed; profiles show it.
  GlobalSums(Env& env, const char* formulas) : via_(env.reduction), width_(env.kernels.width()), formulas_(formulas) {}
  GlobalSums(const GlobalSums&) = delete;
  GlobalSums& operator=(const GlobalSums&) = delete;
  ~GlobalSums() {
    for (const auto& values : in_flight_) {
      static_cast<void>(values);
      via_.finish();
    }
  }
  /// Collective. Hands over this rank's sums, as Kernels::run() returned them.
  void start(const std::array<Scalars, D>& local) {
    std::vector<double>& values = in_flight_.emplace_back(D * width_);
    for (int d = 0; d < D; ++d)
      for (int j = 0; j < width_; ++j) values[d * width_ + j] = local[d][j];
    via_.start(values, formulas_);
  }
  /// The same, where the ghosts of x may travel with the sums: see Reduction::carry().
  template <int X> void start(const std::array<Scalars, D>& local, const Vec<X>& carried) {
    via_.carry(carried.vector());
    start(local);
  }
  /// Collective. The sums over all ranks, in the order of the oldest start() not yet finished.
  [[nodiscard]] std::array<Scalars, D> finish() {
    via_.finish();
    std::array<Scalars, D> sums;
    for (int d = 0; d < D; ++d) {
      sums[d] = Scalars(width_, 0);
      for (int j = 0; j < width_; ++j) sums[d][j] = in_flight_.front()[d * width_ + j];
    }
    in_flight_.pop_front();
    return sums;
  }
  /// start() and finish() at once.
  [[nodiscard]] std::array<Scalars, D> of(const std::array<Scalars, D>& local) {
    start(local);
    return finish();
  }
  template <int X> [[nodiscard]] std::array<Scalars, D> of(const std::array<Scalars, D>& local, const Vec<X>& carried) {
    start(local, carried);
    return finish();
  }
  /// Before the first sum that carries ghosts: r is what recurrences on ghosts start from. See Reduction::share().
  template <int R> void share(const Vec<R>& r) { via_.share(r.vector()); }

 private:
  Reduction& via_;
  int width_;
  const char* formulas_;
  std::deque<std::vector<double>> in_flight_;
};

}  // namespace minikrylov
