// Sweeps over triangles in chunks: the inner loops on a host and on a device.
#pragma once
#include "kernels/formats/sell_product.hpp"
#include "kernels/formats/widths.hpp"
#include "kernels/triangular/lane_columns.hpp"
#include "kernels/triangular/substitution_step.hpp"

namespace minikrylov::sell {

/// Padding of an empty row reads zᵢ itself. In the forward sweep zᵢ is not yet computed, and zero times its old value
/// (an infinity from an earlier solve) need not be zero.
template <SweepDirection D> KOKKOS_FORCEINLINE_FUNCTION void clear(Offset length, double* z, Offset elements) {
  if constexpr (D == SweepDirection::forward)
    if (length > 0)
      for (Offset e = 0; e < elements; ++e) z[e] = 0;
}

/// One row of chunk c, which has room for `chunk` rows. M is the width: 1 or any_width.
template <int M, SweepDirection D, class Real, class Inverse>
KOKKOS_FUNCTION void sweep_row(const ChunksOf<Real>& a, int chunk, LocalIndex c, LocalIndex lane,
                               const SweepStep<Inverse>& s) {
  const int width = M == any_width ? s.width : M;
  const LocalIndex row = a.first_rows[c] + lane;
  const Offset first = Offset{row} * width, entries = a.offsets[c + 1] - a.offsets[c];
  const Real* const values = a.values + a.offsets[c] + lane;
  double sum[M == any_width ? max_width : M];
  for (int j = 0; j < width; ++j) sum[j] = 0;
  clear<D>(entries, s.z + first, width);
  with_lane_columns(a, chunk, c, lane, [&](const auto& column) {
    for (Offset k = 0, place = 0; place < entries; ++k, place += chunk) {
      const double* const z = s.z + Offset{column(k, place)} * width;
      const double value = static_cast<double>(values[place]);
      for (int j = 0; j < width; ++j) sum[j] += value * z[j];
    }
  });
  const double inverse = static_cast<double>(s.inverse_diagonal[row]);
  for (int j = 0; j < width; ++j) s.z[first + j] = finish<D>(s.from[first + j], sum[j], inverse);
}

/// The rows of chunk c one after the other.
template <int M, SweepDirection D, class Real, class Inverse>
KOKKOS_FUNCTION void sweep_rows(const ChunksOf<Real>& a, int chunk, LocalIndex c, const SweepStep<Inverse>& s) {
  visit_in_turn<D>(0, a.first_rows[c + 1] - a.first_rows[c],
                   [&](LocalIndex lane) { sweep_row<M, D>(a, chunk, c, lane, s); });
}

// --- host ------------------------------------------------------------------------------------------------------------

/// The same, compiled once for all C: the sums of a compiled width stay in registers.
template <int M, SweepDirection D, class Real, class Inverse>
MINIKRYLOV_NEVER_INLINE void sweep_rows_of_width(const ChunksOf<Real>& a, int chunk, LocalIndex c,
                                                 const SweepStep<Inverse>& s) {
  sweep_rows<M, D>(a, chunk, c, s);
}
template <SweepDirection D, class Real, class Inverse>
inline void sweep_rows_on_host(const ChunksOf<Real>& a, int chunk, LocalIndex c, const SweepStep<Inverse>& s) {
  with_width(s.width, [&]<int M>(std::integral_constant<int, M>) { sweep_rows_of_width<M, D>(a, chunk, c, s); });
}

/// R rows from row `first` on, or `rows` if these are fewer. All results are computed before the first is stored, so
/// that the compiler need not assume that stores to z alias the operands.
template <SweepDirection D, int R, int group, class Inverse>
inline void finish_rows(const RowSums<R, group * R>& sums, const SweepStep<Inverse>& s, LocalIndex first,
                        LocalIndex rows) {
  double sum[R];
  sums.copy_to(sum);
  if (rows >= R) {
    double z[R];
    for (int k = 0; k < R; ++k)
      z[k] = finish<D>(s.from[first + k], sum[k], static_cast<double>(s.inverse_diagonal[first + k]));
    for (int k = 0; k < R; ++k) s.z[first + k] = z[k];
  } else {
    for (LocalIndex k = 0; k < rows; ++k)
      s.z[first + k] = finish<D>(s.from[first + k], sum[k], static_cast<double>(s.inverse_diagonal[first + k]));
  }
}

/// The rows of one chunk from row `first` on, with one right-hand side, in groups of R rows.
template <int C, int R, SweepDirection D, class Real, class Inverse, class Columns, int... group>
inline void sweep_one(const ChunkOf<Real>& a, const Columns& columns, const SweepStep<Inverse>& s, LocalIndex first,
                      std::integer_sequence<int, group...>) {
  clear<D>(a.length, s.z + first, a.rows);
  const Stored<C, Real> values{a.values};
  std::tuple<RowSums<R, group * R>...> sums;
  for (Offset k = 0; k < a.length; ++k) {
    values.prefetch_behind(k, s.ahead);
    prefetch_columns<C>(columns, k, s.ahead);
    (add_products(std::get<group>(sums), values, columns, k, s.z), ...);
  }
  (finish_rows<D, R, group>(std::get<group>(sums), s, first + group * R, a.rows - group * R), ...);
}

/// A sweep over a part whose rows are not coupled, chunk by chunk. M is the width: 1 or any_width.
template <int C, int M, SweepDirection D, class Real, class Inverse> struct SweepChunk {
  ChunksOf<Real> a;
  SweepStep<Inverse> s;

  void operator()(LocalIndex c) const {
    constexpr int R = C < 8 ? C : 8;
    if constexpr (M == 1) {
      const LocalIndex first = a.first_rows[c], rows = a.first_rows[c + 1] - first;
      const ChunkOf<Real> chunk{a.values + a.offsets[c], (a.offsets[c + 1] - a.offsets[c]) / C, rows};
      with_columns<C>(a, c, [&](const auto& columns) {
        sweep_one<C, R, D>(chunk, columns, s, first, std::make_integer_sequence<int, C / R>());
      });
    } else {
      sweep_rows_on_host<D>(a, C, c, s);
    }
  }
};

// --- host and device -------------------------------------------------------------------------------------------------

/// A sweep over the chunks of parts whose rows are coupled, by one thread per part.
template <int M, SweepDirection D, class Real, class Inverse> struct SweepInTurn {
  ChunksOf<Real> a;
  SweepStep<Inverse> s;
  int chunk;
  const LocalIndex* begins;  ///< of the chunks of all parts

  KOKKOS_FUNCTION void operator()(LocalIndex part) const {
    visit_in_turn<D>(begins[part], begins[part + 1], [&](LocalIndex c) {
      if constexpr (on_host && M == any_width)
        sweep_rows_on_host<D>(a, chunk, c, s);
      else
        sweep_rows<M, D>(a, chunk, c, s);
    });
  }
};

// --- device ----------------------------------------------------------------------------------------------------------

/// One row of z, or a few adjacent right-hand sides of it, per thread.
template <int C, int M, SweepDirection D, class Real, class Inverse> struct SweepElement {
  static constexpr int R = M == any_width ? 4 : M;  ///< right-hand sides per thread

  ChunksOf<Real> a;
  SweepStep<Inverse> s;
  LocalIndex first_chunk;

  /// As many as `chunks` chunks take.
  [[nodiscard]] static Offset threads(LocalIndex chunks, int width) {
    return Offset{chunks} * C * ((width + R - 1) / R);
  }

  KOKKOS_FUNCTION void operator()(Offset thread) const {
    const Offset m = M == any_width ? s.width : M, threads_a_row = (m + R - 1) / R;
    const auto place = thread / threads_a_row, j = thread % threads_a_row * R;
    const auto c = static_cast<LocalIndex>(first_chunk + place / C), lane = static_cast<LocalIndex>(place % C);
    const LocalIndex row = a.first_rows[c] + lane;
    if (row >= a.first_rows[c + 1]) return;
    const int sides = M == any_width ? static_cast<int>(Kokkos::min(m - j, Offset{R})) : R;
    const Real* values = a.values + a.offsets[c] + lane;
    const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C, first = row * m + j;
    clear<D>(length, s.z + first, sides);
    double sum[R] = {};
    with_columns<C>(a, c, [&](const auto& columns) {
      for (Offset k = 0; k < length; ++k) {
        const double value = static_cast<double>(values[k * C]);
        const double* const z = s.z + (columns(k, lane) * m + j);
        for (int q = 0; q < R; ++q) sum[q] += value * (q < sides ? z[q] : 0);
      }
    });
    const double inverse = static_cast<double>(s.inverse_diagonal[row]);
    for (int q = 0; q < R; ++q)
      if (q < sides) s.z[first + q] = finish<D>(s.from[first + q], sum[q], inverse);
  }
};

}  // namespace minikrylov::sell
