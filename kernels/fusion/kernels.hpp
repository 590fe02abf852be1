// Runs lists of statements: in fused kernels ("merged"), one by one ("basic"), or by Kokkos Kernels' BLAS.
#pragma once
#include <utility>

#include "kernels/fusion/blas.hpp"
#include "kernels/fusion/fused_bodies.hpp"
#include "kernels/fusion/kernel_runner.hpp"
#include "kernels/fusion/panel_statements.hpp"
#include "kernels/fusion/traffic_meter.hpp"

namespace minikrylov {

/// Executes statements on vectors of `rows` rows and `width` right-hand sides, and counts their memory traffic.
class Kernels {
 public:
  Kernels(LocalIndex rows, int width, const Execution& how = {})
      : bodies_({rows, how.fused_ghosts, width, how.tuning}, how.norm, how.vectors),
        how_(how),
        meter_{rows, width, {}, static_cast<double>(bytes_of(how.vectors)), how.fused_ghosts},
        runner_(how.progress) {}

  /// Runs statements, or lists of them, in order. Collective if a product or a preconditioner is among them. Returns
  /// this rank's dot products in the order written. A residual r = b - A x from which recurrences on ghosts start must
  /// be alone in its list.
  template <class... S> auto run(const S&... s) {
    const auto sums =
        std::apply([&](const auto&... each) { return run_list(each...); }, std::tuple_cat(lists::parts(s)...));
    (share_residual(s), ...);
    return sums;
  }

  /// Runs a statement on panels. Collective if the operator in it is.
  template <PanelStatement S> void run(const S& s) { run_on_panels(s, meter_, runner_, how_); }
  [[nodiscard]] LocalGram run(const GramStatement& s) {
    return run_on_panels(s, meter_, runner_, pinned(), how_);  // waits for a device
  }

  /// Powers of a symmetric A, or of M⁻¹ A, and Gram matrices of the panel made of them: merged in one pass over its
  /// columns, or in none if the sums may be fused to the products with A. Collective.
  [[nodiscard]] std::vector<LocalGram> run(const PowersStatement& s, const std::vector<GramStatement>& grams) {
    const bool merges = how_.formulation == Formulation::merged;
    const bool fuses = merges && how_.fuse != Fuse::no && s.A->fuses(width()) != Fusible::nothing;
    const GramPasses passes = fuses ? GramPasses::none : merges ? GramPasses::one : GramPasses::each;
    return run_on_panels(s, grams, passes, on_host ? &moments_ : nullptr, meter_, runner_, pinned(), how_);
  }

  /// Gram matrices of as many columns each: merged in one pass over these.
  [[nodiscard]] std::vector<LocalGram> run(const std::vector<GramStatement>& grams) {
    const GramPasses passes = how_.formulation == Formulation::merged ? GramPasses::one : GramPasses::each;
    return run_on_panels(grams, passes, meter_, runner_, pinned(), how_);
  }

  /// The cost of run(s...) on this rank; runs and counts nothing. Collective if run() is.
  template <class... S> [[nodiscard]] Cost cost_of(const S&... s) {
    const TrafficCounters before = meter_.traffic;
    const KernelRunner runner = std::exchange(runner_, KernelRunner::that_adds_costs());
    static_cast<void>(
        std::apply([&](const auto&... each) { return run_list(each...); }, std::tuple_cat(lists::parts(s)...)));
    meter_.traffic = before;
    return std::exchange(runner_, runner).added();
  }

  /// Freezes right-hand side `column`: its vectors keep their values.
  void freeze(int column) { bodies_.freeze(column); }
  /// Unfreezes all right-hand sides.
  void unfreeze() { bodies_.unfreeze(); }

  [[nodiscard]] LocalIndex rows() const { return meter_.rows; }
  [[nodiscard]] int width() const { return meter_.width; }
  [[nodiscard]] ResidualNorm norm() const { return how_.norm; }
  [[nodiscard]] const TrafficCounters& traffic() const { return meter_.traffic; }
  /// Further loops over rows poll `progress`, unless it is null; without an observer.
  void poll(ProgressHook* progress) {
    how_.progress = progress;
    runner_ = KernelRunner(progress);
  }
  /// Shows each further kernel to `observer`, at the price of a fence before and after it; null: no observer.
  void observe(KernelObserver* observer) { runner_ = KernelRunner(how_.progress, observer); }

 private:
  using Kind = PreconditionerKind;

  [[nodiscard]] PinnedSums& pinned() { return bodies_.workspace().pinned(); }

  /// How fused kernels store what they do not read, but for a product that finds it in cache.
  [[nodiscard]] Stores stores() const {
    const bool streams = on_host && how_.vectors == Precision::double_precision;
    return streams ? stores_of(rows(), width(), how_.tuning) : Stores::cached;
  }

  template <class... S> auto run_list(const S&... s) {
    constexpr std::size_t n = (S::dots + ... + 0);
    LocalSums<n> sums{{}, {}, (S::writes | ... | Mask{0})};
    DotText* text = sums.text.data();
    const auto name = [&text](const auto& one) {
      if constexpr (std::remove_cvref_t<decltype(one)>::dots > 0) *text++ = one.text;
    };
    (name(s), ...);
    Scalars* out = sums.value.data();
    if (how_.formulation == Formulation::merged)
      run_grouped(std::tuple<const S&...>(s...), out);
    else
      (run_alone(s, out), ...);
    return sums;
  }

  template <class S> static void share_residual(const S& s) {
    if constexpr (lists::is_residual<S>) s.product.A->share_residual(s.product.y);
  }

  /// Runs a list with at most one cut: in two parts, or ignoring the cut.
  template <class... S> void run_grouped(const std::tuple<const S&...>& list, Scalars*& out) {
    constexpr std::size_t n = sizeof...(S), place = lists::place_of_cut<S...>();
    if constexpr (place == n) {
      run_merged(list, out);
    } else {
      const auto part = [&](const auto&... s) { run_merged(std::tie(s...), out); };
      if (how_.grouping == Grouping::minimum) return lists::select_without<place>(list, part);
      ++meter_.traffic.cuts;
      lists::select<0, place>(list, part);
      lists::select<place + 1, n>(list, part);
    }
  }

  template <class List> void run_merged(const List& list, Scalars*& out) {
    if constexpr (lists::has_precondition<List>) {
      const Kind kind = lists::kind_in(list);
      if (kind == Kind::diagonal) return walk<Kind::diagonal, 0>(list, out);
      if (kind == Kind::general) return walk<Kind::general, 0>(list, out);
    }
    walk<Kind::identity, 0>(list, out);
  }

  /// Runs the statements from B on: a fused kernel up to the next operator, the operator and what fuses to it, and so
  /// on.
  template <Kind K, std::size_t B, class List> void walk(const List& list, Scalars*& out) {
    constexpr std::size_t n = std::tuple_size_v<List>, end = lists::next_end<K, List, B>();
    const auto run_first = [&] {
      if constexpr (B < end) lists::select<B, end>(list, [&](const auto&... s) { run_fused<K>(out, s...); });
    };
    if constexpr (end == n) {
      run_first();
    } else if constexpr (on_host && lists::is_product<lists::At<List, end>>) {
      constexpr std::size_t last = lists::end_of_fused<K, List, end + 1, lists::At<List, end>::reads>();
      const Operator& A = *std::get<end>(list).A;
      const Fusible fusible = how_.fuse == Fuse::no ? Fusible::nothing : A.fuses(width());
      if constexpr (lists::may_run_ahead<List, B, end>())
        if (fusible == Fusible::around && how_.fuse == Fuse::yes) {
          apply_among<K, B, end, last>(list, out);
          return walk<K, last>(list, out);
        }
      run_first();
      if constexpr (last > end + 1)
        if (fusible != Fusible::nothing) {
          apply_among<K, end, end, last>(list, out);
          return walk<K, last>(list, out);
        }
      apply(std::get<end>(list));
      walk<K, end + 1>(list, out);
    } else {
      run_first();
      apply(std::get<end>(list));
      walk<K, end + 1>(list, out);
    }
  }

  template <class S> void run_alone(const S& s, Scalars*& out) {
    if constexpr (lists::is_product<S> || lists::is_transposed<S>)
      apply(s);
    else if constexpr (lists::is_precondition<S>)
      precondition_alone(s, out);
    else if constexpr (lists::is_squared_norm<S>)
      norm_alone(s, out);
    else if constexpr (std::is_same_v<S, Cut>)
      return;
    else if (how_.formulation == Formulation::basic)
      run_fused<Kind::identity>(out, lists::renumbered(s));
    else
      run_blas(s, out);
  }

  template <int R, int U> void norm_alone(const SquaredNorm<R, U>& s, Scalars*& out) {
    if (how_.norm == ResidualNorm::unpreconditioned)
      run_alone(Dot<R, R>{s.r, s.r, s.text}, out);
    else if (how_.norm == ResidualNorm::natural)
      run_alone(Dot<R, U>{s.r, s.u, s.text}, out);
    else
      run_alone(Dot<U, U>{s.u, s.u, s.text}, out);
  }

  template <int Z, int R> void precondition_alone(const Precondition<Z, R>& s, Scalars*& out) {
    if (s.M->kind() == Kind::general || how_.formulation == Formulation::kokkos_kernels)
      apply(s);
    else if (s.M->kind() == Kind::diagonal)
      run_fused<Kind::diagonal>(out, lists::renumbered(s));
    else
      run_fused<Kind::identity>(out, lists::renumbered(s));
  }

  template <int Y, int X> void apply(const Product<Y, X>& s) {
    ++meter_.traffic.products;
    runner_.run(
        runner_.formula_of(s), [&] { return cost_of_product(*s.A, s.x, s.y); },
        [&] { s.A->apply(s.x, s.y, {.progress = how_.progress}); });
  }
  template <int Y, int X> void apply(const TransposedProduct<Y, X>& s) {
    ++meter_.traffic.transposed_products;
    runner_.run(
        runner_.formula_of(s), [&] { return s.A->cost(width()); }, [&] { s.A->apply_transposed(s.x, s.y); });
  }
  template <int Z, int R> void apply(const Precondition<Z, R>& s) {
    ++meter_.traffic.preconditions;
    runner_.run(
        runner_.formula_of(s), [&] { return s.M->cost(width()); }, [&] { s.M->apply(s.r, s.z, how_.progress); });
  }

  /// Runs the product in statement E with the statements B … E-1 by look-ahead and E+1 … L-1 on each row block just
  /// written: x, y and all vectors of the first group are then in cache.
  template <Kind K, std::size_t B, std::size_t E, std::size_t L, class List>
  void apply_among(const List& list, Scalars*& out) {
    lists::select<B, E>(list, [&](const auto&... before) {
      lists::select<E + 1, L>(list, [&](const auto&... after) {
        const auto& product = std::get<E>(list);
        const Cost cost = meter_.add_product<K>(product, stores(), std::tie(before...), after...);
        bodies_.collect(before..., after...);
        const auto apply = [&](const BlockTask* ahead, const BlockTask* behind) {
          runner_.run(
              runner_.formula_of(before..., product, after...), [&] { return cost; },
              [&] {
                const LocalIndex row_blocks = RowBlocks::of(rows(), width()).count();
                if (ahead != nullptr && bodies_.workspace().ghosts() > 0)
                  run_on_blocks("ghosts", *ahead, bodies_.workspace(), row_blocks, how_.progress);
                product.A->apply(product.x, product.y, {ahead, behind, how_.progress});
              });
        };
        constexpr Mask y = lists::At<List, E>::writes;
        bodies_.as_task<K>(
            Stores::cached,  // for the product
            [&](const auto* ahead) {
              bodies_.as_task<K>(
                  stores(),
                  [&](const auto* behind) {
                    apply(ahead, behind);
                    if constexpr (L > E + 1) deliver(bodies_.workspace().add_blocks(behind->sums()), out);
                  },
                  std::countr_zero(y), (std::remove_cvref_t<decltype(before)>::terms + ... + 0), after...);
            },
            no_vector, 0, before...);
      });
    });
  }

  template <Kind K, class... S> void run_fused(Scalars*& out, const S&... s) {
    const Cost cost = meter_.add_fused<K>(stores(), s...);
    const Formula formula = runner_.formula_of(s...);
    const std::string label = formula.label();
    bodies_.collect(s...);
    bodies_.as_body<K>(
        stores(),
        [&](const auto& body) {
          std::vector<double> sums;
          runner_.run(
              formula, [&] { return cost; },
              [&] {
                sums = launch(label.empty() ? "fused kernel" : label.c_str(), body, bodies_.workspace(), how_.progress);
              });
          deliver(sums, out);
        },
        0, s...);
  }

  template <int Y, int... X> void run_blas(const Assign<Y, X...>& s, Scalars*&) {
    const std::vector<Scalars>& coefficients = bodies_.collect(s);
    std::vector<blas::Term> terms;
    for (int k = 0; k < s.terms; ++k)
      terms.insert(s.at[k] == s.y ? terms.begin() : terms.end(), {coefficients[k], static_cast<double*>(s.at[k])});
    runner_.run(
        runner_.formula_of(s), [&] { return meter_.cost_of(merged_counts<Assign<Y, X...>>()); },
        [&] { meter_.add(blas::assign(terms, static_cast<double*>(s.y), rows(), width())); });
  }
  template <int X, int Y> void run_blas(const Dot<X, Y>& s, Scalars*& out) {
    const Cost cost = meter_.add(merged_counts<Dot<X, Y>>());
    runner_.run(
        runner_.formula_of(s), [&] { return cost; },
        [&] { *out++ = blas::dot(static_cast<double*>(s.x), static_cast<double*>(s.y), rows(), width()); });
  }

  /// Delivers dots × width sums, one Scalars per dot product.
  void deliver(const std::vector<double>& sums, Scalars*& out) const {
    for (std::size_t first = 0; first < sums.size(); first += width()) {
      *out = Scalars(width(), 0);
      for (int j = 0; j < width(); ++j) (*out)[j] = sums[first + j];
      ++out;
    }
  }

  FusedBodies bodies_;
  Execution how_;
  TrafficMeter meter_;
  KernelRunner runner_;
  MomentSums moments_;
};

}  // namespace minikrylov
