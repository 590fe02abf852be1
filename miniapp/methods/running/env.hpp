// The environment of a running method: its vectors, its parameters, and the stopping test.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string_view>

#include "comm/reduction/reduction.hpp"
#include "kernels/core/function_ref.hpp"
#include "kernels/fusion/kernels.hpp"
#include "miniapp/methods/running/energy.hpp"
#include "miniapp/methods/running/krylov_basis.hpp"
#include "miniapp/methods/running/outcome.hpp"
#include "miniapp/methods/running/true_residual.hpp"

namespace minikrylov {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double unit_roundoff = std::numeric_limits<double>::epsilon() / 2;  ///< ε = 2⁻⁵³
/// √ε: residuals are replaced when the estimated gap exceeds √ε ‖r‖ (Cools et al. 2018, section 4).
inline constexpr double replacement_tolerance = 1.0536712127723509e-8;

/// What a method decreases in each iteration in exact arithmetic.
enum class Minimises { nothing, energy };

/// When an iteration ends. Norms are compared with the reference norms of the system, one per right-hand side.
struct StoppingRule {
  double rtol = 1e-8;            ///< converged: ‖r‖ ≤ rtol · reference
  double gain = 0;               ///< of an inner solve: also converged where ‖r‖ ≤ gain ‖r₀‖; 0: no such
  int max_iterations = 10000;    ///< iterations allowed
  int fixed_iterations = -1;     ///< if not negative: exactly this many, without a test for convergence
  double divergence = 1e10;      ///< diverged: ‖r‖ > divergence · max(reference, ‖r₀‖)
  int stagnation_window = 5000;  ///< stagnated: no new minimum of ‖r‖ in this many iterations; not if energies tell
  int patience = 50;             ///< iterations without a new minimum of ‖r‖ before b - A x is computed
  Minimises minimises = Minimises::nothing;  ///< checked when b - A x is computed
  std::vector<double> reference{};           ///< ‖b‖ of each right-hand side
  std::vector<double> initial{};             ///< ‖r₀‖ from which growth is measured; empty: that of iterate 0
};

/// A system to solve: right-hand sides b and iterates x (on entry the initial guess), ghosts included.
struct SystemVectors {
  Vector b, x;
};

/// Work vectors that outlive one solve, so that repetitions allocate nothing.
class VectorPool {
 public:
  /// Vector number `place`, called `name`, of the shape and precision of `like`; allocated on first use, and again
  /// where the precision is another.
  [[nodiscard]] const Vector& take(std::size_t place, const char* name, const Vector& like);
  /// Sets all vectors to zero, as methods expect.
  void clear() const;
  [[nodiscard]] std::size_t size() const { return vectors_.size(); }
  /// The first vector in double precision called `name`; null if there is none.
  [[nodiscard]] const Vector* find(std::string_view name) const;

 private:
  std::vector<Vector> vectors_;
};

/// The squared norm `from` - `what`; rounding may make it negative.
struct SquaredNormDifference {
  Scalars from, what;
};

/// (a,b), and the squared norms of a and b, which tell how much of it may be rounding errors.
struct InnerProduct {
  Scalars ab, aa, bb;
};

/// A step x = x + α p that a method still owes at its stopping test, since a later kernel finds p in cache.
template <int X, int P> struct StepOwed {
  Vec<X> x;
  Coefficient& alpha;
  Vec<P> p;
};
template <int X, int P> StepOwed(const Vec<X>&, Coefficient&, const Vec<P>&) -> StepOwed<X, P>;

/// Parameters that some methods need besides the system.
struct MethodParameters {
  int pipeline_depth = 2;         ///< l of plcg: reductions in flight
  int replacement_period = 0;     ///< iterations between periodic residual replacements; 0: none
  double largest_eigenvalue = 1;  ///< of M⁻¹ A, an estimate
  double matrix_norm = 1;         ///< ‖A‖, an estimate
  double rows = 1;                ///< of A
  int entries_per_row = 1;        ///< maximum, of A
  KrylovBasis basis{};            ///< of s-step methods, for s steps
};

/// N vectors used in rotation, newest first; kernels know the vector at place k as number First + k.
template <int First, int N> class Window {
 public:
  /// `names`: of the places; at least N.
  Window(std::array<Vector, N> vectors, const char* const* names) : vectors_(std::move(vectors)), names_(names) {}
  template <int K> [[nodiscard]] Vec<First + K> operator[](std::integral_constant<int, K>) const {
    static_assert(K < N);
    return {vectors_[K], names_[K]};
  }
  /// Ages each vector by one place; the oldest becomes the newest and is overwritten next.
  void shift() { std::rotate(vectors_.begin(), vectors_.end() - 1, vectors_.end()); }

 private:
  std::array<Vector, N> vectors_;
  const char* const* names_;
};

/// The environment of a running method: its vectors, kernels, reduction, and stopping test.
class Env {
 public:
  /// Everything except rule and system must outlive this. `carries`: see CatalogueRow. `truth`: checks a stagnating
  /// residual; null: the recurrence residual is trusted.
  Env(Kernels& on, Reduction& via, VectorPool& pool, StoppingRule rule, SystemVectors system,
      const MethodParameters& parameters = {}, std::string_view carries = {}, const TrueResidual* truth = nullptr);

  Kernels& kernels;
  Reduction& reduction;
  const MethodParameters parameters;

  /// b, x and one zeroed work vector per name: `auto [b, x, r, p] = env.vectors("r", "p")`.
  template <class... Name> auto vectors(Name... name) {
    return make_vectors<0>(std::make_integer_sequence<int, sizeof...(Name)>{}, name...);
  }
  /// The same, compiled for vectors in single precision as well: of methods whose row says so.
  template <class... Name> auto vectors_of_any_precision(Name... name) {
    static_assert(first_of_any_precision + 2 + sizeof...(Name) <= max_vectors);
    return make_vectors<first_of_any_precision>(std::make_integer_sequence<int, sizeof...(Name)>{}, name...);
  }

  /// N zeroed work vectors called names[0], names[1], …, numbered from First, which must follow the numbers already
  /// taken.
  template <int First, int N> Window<First, N> window(const char* const* names) {
    std::array<Vector, N> vectors;
    for (int k = 0; k < N; ++k) vectors[k] = pool_.take(First - 2 + k, names[k], system_.x);
    return {std::move(vectors), names};
  }

  /// `first` and count - 1 zeroed work vectors as the columns of a panel; after all vectors have been taken.
  template <int I> [[nodiscard]] Panel panel(const char* name, const Vec<I>& first, int count) {
    Panel panel{{first.vector()}, name};
    for (int k = 1; k < count; ++k) panel.columns.push_back(pool_.take(taken_++, name, system_.x));
    return panel;
  }

  /// 1 for right-hand sides that are still iterating, 0 for the others.
  [[nodiscard]] Scalars running() const;

  /// Tests iterate i by ρ = ‖rᵢ‖². True if no right-hand side is left to iterate; those that have ended are frozen.
  /// ρ < 0 means (r, M⁻¹ r) of an indefinite M and ends the right-hand side. Methods that know the norms of only some
  /// iterates skip the others, whose norms are recorded as NaN.
  [[nodiscard]] bool stop(int i, const Scalars& rho);
  /// For an x that is one step older than ρ: takes the step, and sets α to zero, if a right-hand side ends or b - A x
  /// is looked at.
  template <int X, int P> [[nodiscard]] bool stop(int i, const Scalars& rho, const StepOwed<X, P>& step) {
    const auto take = [&] {
      kernels.run(step.x = step.x + step.alpha * step.p);
      step.alpha = 0.0;
    };
    owed_ = take;
    const bool ends = stop(i, rho);
    owed_.reset();
    return ends;
  }
  /// For ρ computed as a difference of sums, such as (s,s) - ω (t,s) for r = s - ω t. Where that cancels, or is small
  /// enough to end the iteration, (r,r) is summed instead: collective, with no reduction in flight.
  template <int R> [[nodiscard]] bool stop(int i, const SquaredNormDifference& rho, const Vec<R>& r) {
    return stop(i, squared_norm_of(rho, r.vector()));
  }

  /// For methods that test several iterates at a time, `steps` at most: called when these have been delivered, spreads
  /// the time since iterate `first` evenly over the iterates after it. True if no right-hand side is left to iterate:
  /// the last iterate is compared with b - A x only now, as x was an older one when it was tested.
  [[nodiscard]] bool finish_block(int first, int steps);

  /// Guards. A right-hand side whose `value` is not positive and finite, or not finite, zero or subnormal, ends as
  /// `otherwise`; the first ending stands. All methods check in the same order, in which one cause makes the next check
  /// fail: CG methods the preconditioner (γ), then the matrix (δ); BiCGStab methods ω, then ρ, then (r0, v).
  /// breakdown_rho also if |value| < ε² ‖r₀‖ ‖r‖, with the shadow residual r₀ and the last tested residual r.
  void positive(const Scalars& value, Ending otherwise);
  void nonzero(const Scalars& value, Ending otherwise);
  /// Likewise if |(a,b)| < ε² ‖a‖ ‖b‖.
  void nonzero(const InnerProduct& product, Ending otherwise);
  /// Of BiCGStab methods, after s = r - α v with α = ρ / (r0,v): ends as breakdown_r0v if |(r0,v)| < ε² ‖r0‖ ‖v‖. That
  /// needs no norm of v, as ‖v‖ ≥ (‖s‖ - ‖r‖) / |α|. `ss`: (s,s); x must not have been updated yet.
  void finite_step(const Scalars& rho, const Scalars& ss);

  /// Whether rounding errors of a sum whose terms have magnitudes adding up to `absolute` may leave its `value` less
  /// than `digits` digits, for a right-hand side that is still iterating: then a basis is exhausted. With seven digits
  /// in α and β of CG, chance decides whether iterations are lost; ca-bicgstab asks this of norms only.
  [[nodiscard]] bool is_spent(const Scalars& value, const Scalars& absolute, int digits = 8) const;

  /// Whether to replace the residual after iteration i by b - A x: periodically, until it is small.
  [[nodiscard]] bool replaces(int i) const;
  /// To be called for each replacement.
  void count_replacement() { ++replacements_; }
  /// The norm at which the iteration would end, relative to that of the last tested iterate.
  [[nodiscard]] Scalars tolerated() const;

  /// Must be called right before starting the sums of a list that wrote these vectors: where sums carry ghosts, those
  /// of the vector named in the catalogue travel with them.
  void carry_ghosts(Mask written) {
    if ((written & carried_) != 0) reduction.carry(carried_vector_);
  }

  /// Whether a recurrence's ‖r‖² = ρ would end a right-hand side that is still iterating as converged. Not where the
  /// number of iterations is fixed.
  [[nodiscard]] bool ends(const Scalars& rho) const;
  /// Whether ρ cancels, or is small enough to end the iteration, for a right-hand side that is still iterating.
  [[nodiscard]] bool is_doubtful(const SquaredNormDifference& rho) const;

  /// Called by s-step methods with each basis, whose first `columns` are the powers of one vector: the largest
  /// condition number is found only where watch_bases() has been called, as its cost would be felt.
  void look_at_basis(const Gram& G, int columns);
  /// Updates `largest` with each condition number of a basis; null: with none.
  void watch_bases(double* largest) { largest_condition_ = largest; }

  [[nodiscard]] Outcome outcome() const;
  /// Called after each stopping test with the iteration and the largest ‖r‖ / reference; for progress lines.
  void on_judgement(std::function<void(int, double)> call) { on_judgement_ = std::move(call); }

 private:
  template <int b, int... I, class... Name> auto make_vectors(std::integer_sequence<int, I...>, Name... name) {
    const std::tuple<Vec<b>, Vec<b + 1>, Vec<b + 2 + I>...> vectors{
        Vec<b>(system_.b, "b"), Vec<b + 1>(system_.x, "x"), Vec<b + 2 + I>(pool_.take(I, name, system_.x), name)...};
    taken_ = sizeof...(I);
    (note_carried(std::get<I + 2>(vectors)), ...);
    return vectors;
  }
  template <int I> void note_carried(const Vec<I>& v) {
    if (v.name() != carries_) return;
    carried_ = bit<I>;
    carried_vector_ = v.vector();
  }
  Scalars squared_norm_of(const SquaredNormDifference& rho, const Vector& r);
  [[nodiscard]] bool all_ended() const;
  void judge(int j, int i, double norm);
  void look_for_stagnation(int i);
  void add_skipped(int i);
  void take_owed_step();
  void end(int j, Ending ending);

  VectorPool& pool_;
  StoppingRule rule_;
  SystemVectors system_;
  std::size_t taken_ = 0;  // vectors of the pool
  std::string_view carries_;
  Mask carried_ = 0;
  Vector carried_vector_;
  int iteration_ = 0;
  std::vector<Ending> endings_;
  std::vector<int> iterations_of_, best_at_;
  std::optional<int> smallest_steps_;
  int replacements_ = 0;
  double* largest_condition_ = nullptr;
  int looked_at_ = 0;                        // the last iteration whose true residual was computed
  std::optional<FunctionRef<void()>> owed_;  // the step that x is behind
  const TrueResidual* truth_;
  Energy energy_;
  std::vector<double> initial_, best_, last_, history_, times_;
  TrafficCounters setup_;
  std::function<void(int, double)> on_judgement_;
};

}  // namespace minikrylov
