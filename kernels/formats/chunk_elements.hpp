// One element of A x, or the terms of one row of Aᵀ x, from chunks of any form: what device threads compute.
#pragma once
#include "kernels/formats/sell_product.hpp"

namespace minikrylov {

/// Right-hand sides that a device thread multiplies by, so that it reads a number of the matrix for all of them;
/// adjacent ones, of which it reads two at once. At 256³ rows an H100 so moves, in parts of copies in a row, for four
/// right-hand sides 101 % instead of 65 % with one per thread, for sixteen 77 % instead of 44 % (four or sixteen per
/// thread: 73 and 40 %).
template <int M> inline constexpr int sides_per_thread = M == any_width ? 4 : M < 8 ? M : 8;

/// Adjacent numbers that a device loads or stores together: two of an even number R of right-hand sides.
template <class Real, int R> struct alignas(R % 2 == 0 ? 2 * sizeof(Real) : sizeof(Real)) Together {
  static constexpr int count = R % 2 == 0 ? 2 : 1;
  Real number[count];
};

/// A few adjacent right-hand sides of one row of y per thread, or of all rows of a point, for which it then reads x
/// once; adjacent threads read adjacent numbers or adjacent right-hand sides. The policy `Form` (see ChunkMatrix) has
/// with_entries(pointers, c, use), which calls use(values, columns, length, origin): decoders of chunk c, its entries
/// per row, and the row or point from which its columns count. Number n of the k-th entry of a row is values(k B² + n,
/// row). Vectors are of Real.
template <class Form, int M, class Real = double> struct ChunkElement {
  static constexpr int B = Form::block, C = Form::chunk, R = sides_per_thread<M>, rows_a_thread = M == 1 ? 1 : B;
  static_assert(M == any_width || M % R == 0);

  typename Form::Pointers a;
  LocalIndex first_chunk;
  const Real* x;
  int width;
  Real* y;

  /// As many as `chunks` chunks take.
  [[nodiscard]] static Offset threads(LocalIndex chunks, int width) {
    return Offset{chunks} * (B / rows_a_thread) * C * ((width + R - 1) / R);
  }

  KOKKOS_FUNCTION void operator()(Offset thread) const {
    constexpr int places = B / rows_a_thread;  // of a point
    const Offset m = M == any_width ? width : M, threads_a_row = (m + R - 1) / R;
    const auto place = thread / threads_a_row, j = thread % threads_a_row * R;
    const auto c = static_cast<LocalIndex>(first_chunk + place / (places * C));
    const int first = static_cast<int>(place / C % places), lane = static_cast<int>(place % C);
    const LocalIndex point = a.first_rows[c] + lane;
    if (point >= a.first_rows[c + 1]) return;
    const int sides = M == any_width ? static_cast<int>(Kokkos::min(m - j, Offset{R})) : R;
    double sum[rows_a_thread][R] = {};
    Form::with_entries(a, c, [&](const auto& values, const auto& columns, Offset length, LocalIndex origin) {
      for (Offset k = 0; k < length; ++k)
        for (int d = 0; d < B; ++d) {
          double of_x[R];
          get(x + ((Offset{origin + columns(k, lane)} * B + d) * m + j), sides, of_x);
          for (int row = 0; row < rows_a_thread; ++row) {
            const double value = values((k * B + first + row) * B + d, lane);
            for (int s = 0; s < R; ++s) sum[row][s] += value * of_x[s];
          }
        }
    });
    for (int row = 0; row < rows_a_thread; ++row) put(sum[row], sides, y + ((Offset{point} * B + first + row) * m + j));
  }

 private:
  using Some = Together<Real, R>;

  KOKKOS_FORCEINLINE_FUNCTION static void get(const Real* from, int sides, double (&to)[R]) {
    if constexpr (M == any_width) {
      for (int s = 0; s < R; ++s) to[s] = s < sides ? static_cast<double>(from[s]) : 0;
    } else {
      for (int q = 0; q < R; q += Some::count) {
        const Some some = *reinterpret_cast<const Some*>(from + q);
        for (int s = 0; s < Some::count; ++s) to[q + s] = static_cast<double>(some.number[s]);
      }
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static void put(const double (&sum)[R], int sides, Real* to) {
    if constexpr (M == any_width) {
      for (int s = 0; s < R; ++s)
        if (s < sides) to[s] = static_cast<Real>(sum[s]);
    } else {
      for (int q = 0; q < R; q += Some::count) {
        Some some;
        for (int s = 0; s < Some::count; ++s) some.number[s] = static_cast<Real>(sum[q + s]);
        *reinterpret_cast<Some*>(to + q) = some;
      }
    }
  }
};

/// y ← y + Aᵀ x, the terms of one row of a chunk. Device threads share y, so they add atomically; on a host rows must
/// be added in turn.
template <class Form> struct AddChunkRow {
  typename Form::Pointers a;
  const double* x;
  int width;
  double* y;

  KOKKOS_FUNCTION void operator()(Offset place) const {
    constexpr int B = Form::block, C = Form::chunk;
    const auto c = static_cast<LocalIndex>(place / (B * C));
    const int r = static_cast<int>(place / C % B), lane = static_cast<int>(place % C);
    const LocalIndex point = a.first_rows[c] + lane;
    if (point >= a.first_rows[c + 1]) return;
    const double* const from = x + (Offset{point} * B + r) * width;
    Form::with_entries(a, c, [&](const auto& values, const auto& columns, Offset length, LocalIndex origin) {
      for (Offset k = 0; k < length; ++k)
        for (int d = 0; d < B; ++d) {
          const double value = values((k * B + r) * B + d, lane);
          double* const to = y + (Offset{origin + columns(k, lane)} * B + d) * width;
          for (int j = 0; j < width; ++j)
            if constexpr (on_host)
              to[j] += value * from[j];
            else
              Kokkos::atomic_add(&to[j], value * from[j]);
        }
    });
  }
};

/// The same on one host thread for all rows of `chunks` chunks.
template <class Form> void add_rows_in_turn(const AddChunkRow<Form>& add, LocalIndex chunks) {
  const Offset places = Offset{chunks} * Form::block * Form::chunk;
  for (Offset place = 0; place < places; ++place) add(place);
}

}  // namespace minikrylov
