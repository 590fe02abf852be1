// Sweeps over triangles of blocks: the inner loops on a host and on a device.
#pragma once
#include "kernels/formats/sell_block_product.hpp"
#include "kernels/triangular/chunked_triangle.hpp"
#include "kernels/triangular/sell_sweep.hpp"

namespace minikrylov {

/// Right-hand sides begin … end-1.
struct Sides {
  int begin, end;
};

/// The entries of one point: number n of the k-th block is at values[(k B² + n) stride]. `Stride`: int, or a constant.
template <class Real, class Column, class Stride> struct PointEntries {
  const Real* values;
  Stride stride;
  Offset places;  ///< blocks × stride
  Column column;  ///< column(k, place) of the k-th block
};

/// Computes one point, for at most W right-hand sides at a time.
template <int B, int W, SweepDirection D, class Real, class Column, class Stride>
KOKKOS_FUNCTION void sweep_point(const PointEntries<Real, Column, Stride>& a, LocalIndex point, Sides sides,
                                 const SweepStep<InverseOf<Real>>& s) {
  const int width = s.width, count = W == 1 ? 1 : sides.end - sides.begin;
  const Offset first = Offset{point} * B * width + sides.begin;
  double* const own = s.z + first;
  double sum[B][W];
  for (int r = 0; r < B; ++r)
    for (int j = 0; j < count; ++j) {
      sum[r][j] = 0;
      // Padding of an empty row reads the point itself, which may still hold an infinity from an earlier solve.
      if (D == SweepDirection::forward && a.places > 0) own[r * width + j] = 0;
    }
  for (Offset k = 0, place = 0; place < a.places; ++k, place += a.stride) {
    const double* const z = s.z + Offset{a.column(k, place)} * B * width + sides.begin;
    for (int r = 0; r < B; ++r)
      for (int c = 0; c < B; ++c) {
        const double value = static_cast<double>(a.values[place * (B * B) + (r * B + c) * a.stride]);
        for (int j = 0; j < count; ++j) sum[r][j] += value * z[c * width + j];
      }
  }
  const InverseOf<Real>* const inverse = s.inverse_diagonal + Offset{point} * B * B;
  for (int j = 0; j < count; ++j) {
    double z[B];
    for (int r = 0; r < B; ++r) {
      z[r] = 0;
      for (int c = 0; c < B; ++c) {
        const double right = D == SweepDirection::forward ? s.from[first + c * width + j] - sum[c][j] : sum[c][j];
        z[r] += static_cast<double>(inverse[r * B + c]) * right;
      }
      if (D == SweepDirection::backward) z[r] = s.from[first + r * width + j] - z[r];
    }
    for (int r = 0; r < B; ++r) own[r * width + j] = z[r];
  }
}

// --- compressed rows -------------------------------------------------------------------------------------------------

/// The column of the k-th block of a row.
struct ListedColumn {
  const LocalIndex* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, Offset /*place*/) const { return of[k]; }
};

/// One point per call, in compressed rows; a single right-hand side if W = 1.
template <int B, int W, SweepDirection D, class Real> struct SweepCrsPoint {
  const int* offsets;
  const LocalIndex* columns;
  const Real* values;
  SweepStep<InverseOf<Real>> s;

  KOKKOS_FUNCTION void operator()(LocalIndex point) const {
    const Offset begin = offsets[point];
    const PointEntries<Real, ListedColumn, std::integral_constant<int, 1>> entries{
        values + begin * (B * B), {}, offsets[point + 1] - begin, {columns + begin}};
    sweep_point<B, W, D>(entries, point, {0, s.width}, s);
  }
};

// --- chunks ----------------------------------------------------------------------------------------------------------

namespace sell {

/// One point of chunk c, which has room for `chunk` points: a number, or a constant where several right-hand sides make
/// that faster.
template <int B, int W, SweepDirection D, class Real, class Stride>
KOKKOS_FUNCTION void sweep_lane(const ChunksOf<Real>& a, Stride chunk, LocalIndex c, LocalIndex lane, Sides sides,
                                const SweepStep<InverseOf<Real>>& s) {
  const Real* const values = a.values + a.offsets[c] * (B * B) + lane;
  const Offset places = a.offsets[c + 1] - a.offsets[c];
  with_lane_columns(a, chunk, c, lane, [&](const auto& column) {
    using Column = std::decay_t<decltype(column)>;
    sweep_point<B, W, D>(PointEntries<Real, Column, Stride>{values, chunk, places, column}, a.first_rows[c] + lane,
                         sides, s);
  });
}

/// R points from `point` on: z from Σ a z. All are computed before the first is stored, so that the compiler need not
/// assume that stores to z alias the operands.
template <int B, int R, SweepDirection D, class Inverse>
inline void finish_points(const double (&sum)[B][1][R], const SweepStep<Inverse>& s, LocalIndex point) {
  const double* const from = s.from + Offset{point} * B;
  const Inverse* const inverse = s.inverse_diagonal + Offset{point} * (B * B);
  double z[R][B];
  for (int p = 0; p < R; ++p)
    for (int r = 0; r < B; ++r) {
      double product = 0;
      for (int c = 0; c < B; ++c) {
        const double right = D == SweepDirection::forward ? from[p * B + c] - sum[c][0][p] : sum[c][0][p];
        product += static_cast<double>(inverse[(p * B + r) * B + c]) * right;
      }
      z[p][r] = D == SweepDirection::forward ? product : from[p * B + r] - product;
    }
  for (int p = 0; p < R; ++p)
    for (int r = 0; r < B; ++r) s.z[(Offset{point} + p) * B + r] = z[p][r];
}

/// A sweep over a part whose points are not coupled, chunk by chunk on a host; a single right-hand side if W = 1.
template <int B, int C, int W, SweepDirection D, class Real> struct SweepBlockChunk {
  ChunksOf<Real> a;
  SweepStep<InverseOf<Real>> s;

  void operator()(LocalIndex c) const {
    const LocalIndex rows = a.first_rows[c + 1] - a.first_rows[c];
    LocalIndex lane = 0;
    if constexpr (W == 1)
      for (; lane + R <= rows; lane += R) sweep_group(c, lane);
    for (; lane < rows; ++lane) sweep_lane<B, W, D>(a, std::integral_constant<int, C>(), c, lane, {0, s.width}, s);
  }

 private:
  static constexpr int R = PointSums<B, C, 1>::R;

  /// R adjacent points, all of which exist.
  void sweep_group(LocalIndex c, LocalIndex lane) const {
    const LocalIndex point = a.first_rows[c] + lane;
    const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C;
    clear<D>(length, s.z + Offset{point} * B, R * B);
    const Stored<C, Real> values{a.values + a.offsets[c] * (B * B)};
    PointSums<B, C, 1> sums;
    with_columns<C>(a, c, [&](const auto& columns) {
      for (Offset k = 0; k < length; ++k) {
        for (Offset n = k * (B * B); n < (k + 1) * (B * B); ++n) prefetch<R>(values.at(n, lane) + s.ahead);
        sums.add(values, columns, k, lane, s.z);
      }
    });
    double sum[B][1][R];
    sums.unpack(sum);
    finish_points<B, R, D>(sum, s, point);
  }
};

/// A sweep over the chunks of parts whose points are coupled, by one thread per part.
template <int B, int W, SweepDirection D, class Real> struct SweepBlocksInTurn {
  ChunksOf<Real> a;
  SweepStep<InverseOf<Real>> s;
  int chunk;
  const LocalIndex* begins;  ///< of the chunks of all parts

  KOKKOS_FUNCTION void operator()(LocalIndex part) const {
    visit_in_turn<D>(begins[part], begins[part + 1], [&](LocalIndex c) {
      visit_in_turn<D>(0, a.first_rows[c + 1] - a.first_rows[c], [&](LocalIndex lane) {
        sweep_lane<B, W, D>(a, chunk, c, lane, {0, s.width}, s);
      });
    });
  }
};

/// One point and one right-hand side per device thread; adjacent threads read adjacent numbers.
template <int B, int C, SweepDirection D, class Real> struct SweepBlockElement {
  ChunksOf<Real> a;
  SweepStep<InverseOf<Real>> s;
  LocalIndex first_chunk;

  KOKKOS_FUNCTION void operator()(Offset element) const {
    const Offset place = element / s.width;
    const int j = static_cast<int>(element % s.width);
    const auto c = static_cast<LocalIndex>(first_chunk + place / C), lane = static_cast<LocalIndex>(place % C);
    if (a.first_rows[c] + lane < a.first_rows[c + 1])
      sweep_lane<B, 1, D>(a, std::integral_constant<int, C>(), c, lane, {j, j + 1}, s);
  }
};

}  // namespace sell
}  // namespace minikrylov
