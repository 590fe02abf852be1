// The loop body of a fused kernel: load what is read, run all statements in registers, store what was written.
#pragma once
#include <algorithm>

#include "kernels/core/caches.hpp"
#include "kernels/fusion/execute.hpp"
#include "kernels/fusion/row_factors.hpp"

namespace minikrylov {

/// In place of the number of a vector: none.
inline constexpr int no_vector = -1;

/// Parameters shared by the fused kernels of a method. With several right-hand sides the coefficients are laid out with
/// a period of lcm(width, lanes) elements, so that they can be loaded as whole registers.
struct FusedShape {
  LocalIndex rows = 0;
  int width = 1;
  int period = lanes;                    ///< elements
  const int* row_of = nullptr;           ///< element of a period → its row in the period
  const double* coefficients = nullptr;  ///< any width: term k of column j at k·width + j (device), k·period + e (host)
  RowFactors inverse_diagonal;           ///< of M, if M is diagonal
  ResidualNorm norm = ResidualNorm::unpreconditioned;
  Stores stores = Stores::cached;  ///< of vectors that are not read; doubles on a host only
  Offset ahead = 0;                ///< prefetch distance in elements; several right-hand sides on a host only
  Offset filled_ahead = 0;         ///< see Tuning::filled_elements_ahead; a host only
  LocalIndex together = 1;         ///< periods: see Tuning, likewise
};

/// The statements S... as one loop body on vectors of Real, float for one right-hand side only; arithmetic is double.
/// `M` is the kind of a Precondition among them: identity or diagonal.
template <class Real, Width W, PreconditionerKind M, class... S> struct FusedBodyOf {
  using Number = Real;
  static constexpr Width compiled_width = W;
  static constexpr int terms = (S::terms + ... + 0), dots = (S::dots + ... + 0);
  static constexpr int T = terms > 0 ? terms : 1,
                       D = dots > 0 ? dots : 1;  ///< array lengths, which cannot be zero
  static constexpr Mask written = (S::writes | ... | Mask{0});
  static constexpr Mask read = [] {
    Mask r = 0, w = 0;
    ((r |= S::reads & ~w, w |= S::writes), ...);
    return r;
  }();
  static constexpr Mask fills = written & ~read;  ///< vectors whose old values are not read
  static constexpr bool scales = M == PreconditionerKind::diagonal;

  Real* at[max_vectors] = {};
  double c[T] = {};  ///< coefficients with one right-hand side
  FusedShape shape;

  FusedBodyOf(const FusedShape& given, const S&... s) : shape(given) { (fused_detail::bind<Real>(s, at), ...); }

  /// Elements e … e + (lanes of V) - 1. `sum` has one entry per dot product.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION void elements(Offset e, const fused_detail::Position<W, M, V>& position, V* sum) const {
    V v[max_vectors];
    load_all(e, v, std::make_integer_sequence<int, max_vectors>{});
    int term = 0, dot = 0;
    ((fused_detail::execute(fused_detail::Type<S>{}, position, term, v, sum + dot),
      fused_detail::round_written<Real, S>(v), term += S::terms, dot += S::dots),
     ...);
    store_all(e, v, std::make_integer_sequence<int, max_vectors>{});
  }

  /// Device: one element.
  KOKKOS_FORCEINLINE_FUNCTION void element(Offset e, double* sum) const {
    const int column = W == Width::one ? 0 : static_cast<int>(e % shape.width);
    const Offset row = W == Width::one ? e : e / shape.width;
    elements<double>(e,
                     {W == Width::one ? c : shape.coefficients + column, shape.width,
                      scales ? shape.inverse_diagonal.all[row] : 1.0, shape.norm},
                     sum);
  }

  /// Host: rows begin … end-1; writes dots × width sums. Unless `y` is no_vector, reads these rows of it from `y_rows`,
  /// doubles.
  void block(LocalIndex begin, LocalIndex end, double* sums, int y, double* y_rows) const {
    const FusedBodyOf self = from(begin, y, y_rows);  // a local copy, which stores through `at` cannot alias
    const BlockFactors factors = scales ? shape.inverse_diagonal.of_block(begin) : BlockFactors();
    if constexpr (W == Width::one)
      self.block_of_one(end - begin, factors, sums);
    else
      self.block_of_any(end - begin, factors, sums);
  }

 private:
  template <class V, int... I>
  KOKKOS_FORCEINLINE_FUNCTION void load_all(Offset e, V* v, std::integer_sequence<int, I...>) const {
    ((void)((read >> I & 1) ? (void)(v[I] = load<V>(at[I] + e)) : (void)0), ...);
  }
  template <class V, int... I>
  KOKKOS_FORCEINLINE_FUNCTION void store_all(Offset e, const V* v, std::integer_sequence<int, I...>) const {
    ((void)((written & ~fills) >> I & 1 ? store(v[I], at[I] + e) : (void)0), ...);
    if constexpr (on_host && std::is_same_v<Real, double> && !std::is_same_v<V, double>)
      if (streams()) {
        ((void)(fills >> I & 1 ? v[I].stream_to(at[I] + e) : (void)0), ...);
        return;
      }
    ((void)(fills >> I & 1 ? store(v[I], at[I] + e) : (void)0), ...);
  }

  [[nodiscard]] bool streams() const { return fills != 0 && shape.stores == Stores::streamed; }
  [[nodiscard]] bool fetches_filled() const { return fills != 0 && !streams() && shape.filled_ahead > 0; }

  /// The same statements with `begin` as row 0; see block().
  [[nodiscard]] FusedBodyOf from(LocalIndex begin, int y, double* y_rows) const {
    FusedBodyOf rest = *this;
    rest.move_all(Offset{begin} * shape.width, std::make_integer_sequence<int, max_vectors>{});
    if constexpr (std::is_same_v<Real, double>)
      if (y != no_vector) rest.at[y] = y_rows;
    return rest;
  }
  template <int... I> void move_all(Offset elements, std::integer_sequence<int, I...>) {
    ((void)(((read | written) >> I & 1) ? (void)(at[I] += elements) : (void)0), ...);
  }

  static_assert(rows_per_piece % lanes == 0);  // so no register, and no period, has rows of two pieces

  void block_of_one(LocalIndex end, BlockFactors factors, double* sums) const {
    Simd sum[D];
    for (Simd& s : sum) s = Simd(0.0);
    const bool fetches = fetches_filled();
    LocalIndex i = 0;
    while (i + lanes <= end) {
      const Offset shift = factors.shift(i);
      for (const LocalIndex stop = factors.end_of_piece(i, end); i + lanes <= stop; i += lanes) {
        if (fetches) ask<fills>(i + shape.filled_ahead, all_vectors);
        elements<Simd>(i, {c, 0, scales ? load<Simd>(factors.values + (i + shift)) : Simd(1.0), shape.norm}, sum);
      }
    }
    double spilled[D][lanes];
    for (int d = 0; d < dots; ++d) store(sum[d], spilled[d]);
    for (int lane = 0; i < end; ++i, ++lane) {
      double one[D];
      for (int d = 0; d < dots; ++d) one[d] = spilled[d][lane];
      elements<double>(i, {c, 0, scales ? factors[i] : 1.0, shape.norm}, one);
      for (int d = 0; d < dots; ++d) spilled[d][lane] = one[d];
    }
    for (int d = 0; d < dots; ++d) {
      // Pairwise by halves: less rounding than lane by lane.
      for (int half = lanes / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; ++lane) spilled[d][lane] += spilled[d][lane + half];
      sums[d] = spilled[d][0];
    }
  }

  static constexpr std::make_integer_sequence<int, max_vectors> all_vectors{};
  static constexpr int max_groups = max_width;  ///< lcm(width, lanes) / lanes is a divisor of width

  void block_of_any(LocalIndex end, BlockFactors factors, double* sums) const {
    const int groups = shape.period / lanes, rows = shape.period / shape.width;
    Simd sum[max_groups][D];
    for (int g = 0; g < groups; ++g)
      for (Simd& s : sum[g]) s = Simd(0.0);
    LocalIndex row = 0, periods = 0;
    for (; row < end; row += periods * rows) {
      periods = std::min(shape.together, (factors.end_of_piece(row, end) - row) / rows);
      const int some = periods > 0 ? groups : (end - row) * shape.width / lanes;
      for (int g = 0; g < some; ++g) add_group(row, std::max(periods, 1), g, factors, sum[g]);
      if (periods == 0) break;
    }

    double spilled[D][max_groups * lanes];
    for (int g = 0; g < groups; ++g)
      for (int d = 0; d < dots; ++d) store(sum[g][d], spilled[d] + g * lanes);
    add_rest(row, end, factors, spilled);
    for (int d = 0; d < dots; ++d)
      for (int j = 0; j < shape.width; ++j) {
        double total = 0;
        for (int e = j; e < shape.period; e += shape.width) total += spilled[d][e];
        sums[d * shape.width + j] = total;
      }
  }

  /// Groups access the cache lines of a few rows in an order that the hardware prefetcher does not predict, and after a
  /// product it would have to learn it anew for each block (an x86-64 server, its model was not noted: up to a third of
  /// the time of a fused kernel over vectors that are not in cache).
  template <Mask vectors, int... I>
  MINIKRYLOV_ALWAYS_INLINE void ask(Offset e, std::integer_sequence<int, I...>) const {
    ((void)((vectors >> I & 1) ? prefetch<1>(at[I] + e) : (void)0), ...);
  }

  /// Group g of `periods` periods from `row` on, which are in one piece.
  void add_group(LocalIndex row, LocalIndex periods, int g, BlockFactors factors, Simd* sums) const {
    Simd sum[D], coefficient[T];
    for (int d = 0; d < dots; ++d) sum[d] = sums[d];
    for (int t = 0; t < terms; ++t) coefficient[t] = load<Simd>(shape.coefficients + t * shape.period + g * lanes);
    const int rows = shape.period / shape.width;
    const bool fetches = fetches_filled();
    const Offset shift = factors.shift(row);
    for (const LocalIndex end = row + periods * rows; row < end; row += rows) {
      const Offset e = Offset{row} * shape.width + g * lanes;
      ask<read>(e + shape.ahead, all_vectors);
      if (fetches) ask<fills>(e + shape.filled_ahead, all_vectors);
      elements<Simd>(e, {coefficient, 1, diagonal_of(factors.values, row + shift, g), shape.norm}, sum);
    }
    for (int d = 0; d < dots; ++d) sums[d] = sum[d];
  }

  /// The remainder of rows row … end-1, less than a period, after the last whole group.
  void add_rest(LocalIndex row, LocalIndex end, BlockFactors factors, double (&sums)[D][max_groups * lanes]) const {
    const int left = (end - row) * shape.width;
    for (int e = left / lanes * lanes; e < left; ++e) {
      double sum[D];
      for (int d = 0; d < dots; ++d) sum[d] = sums[d][e];
      elements<double>(
          Offset{row} * shape.width + e,
          {shape.coefficients + e, shape.period, scales ? factors[row + shape.row_of[e]] : 1.0, shape.norm}, sum);
      for (int d = 0; d < dots; ++d) sums[d][e] = sum[d];
    }
  }

  /// Of the lanes of a group, where the first row of its period has its factor at `place` of `values`.
  Simd diagonal_of(const double* values, Offset place, int group) const {
    if constexpr (!scales)
      return Simd(1.0);
    else if (shape.period == shape.width)
      return Simd(values[place]);
    else
      return Simd(
          [&](std::size_t lane) { return values[place + shape.row_of[group * lanes + static_cast<int>(lane)]]; });
  }
};

template <Width W, PreconditionerKind M, class... S> using FusedBody = FusedBodyOf<double, W, M, S...>;

}  // namespace minikrylov
