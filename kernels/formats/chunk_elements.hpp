// One element of A x, or the terms of one row of Aᵀ x, from chunks of any form: what device threads compute.
#pragma once
#include "kernels/formats/sell_product.hpp"

namespace minikrylov {

/// One element of y per thread; adjacent threads read adjacent numbers or adjacent right-hand sides. The policy `Form`
/// (see ChunkMatrix) has with_entries(pointers, c, use), which calls use(values, columns, length, origin): decoders of
/// chunk c, its entries per row, and the row or point from which its columns count. Number n of the k-th entry of a row
/// is values(k B² + n, row). Vectors are of Real.
template <class Form, int M, class Real = double> struct ChunkElement {
  typename Form::Pointers a;
  LocalIndex first_chunk;
  const Real* x;
  int width;
  Real* y;

  KOKKOS_FUNCTION void operator()(Offset element) const {
    constexpr int B = Form::block, C = Form::chunk;
    const Offset m = M == any_width ? width : M;
    const auto place = element / m, j = element % m;
    const auto c = static_cast<LocalIndex>(first_chunk + place / (B * C));
    const int r = static_cast<int>(place / C % B), lane = static_cast<int>(place % C);
    const LocalIndex point = a.first_rows[c] + lane;
    if (point >= a.first_rows[c + 1]) return;
    double sum = 0;
    Form::with_entries(a, c, [&](const auto& values, const auto& columns, Offset length, LocalIndex origin) {
      for (Offset k = 0; k < length; ++k)
        for (int d = 0; d < B; ++d)
          sum += values((k * B + r) * B + d, lane) *
                 static_cast<double>(x[(Offset{origin + columns(k, lane)} * B + d) * m + j]);
    });
    y[(Offset{point} * B + r) * m + j] = static_cast<Real>(sum);
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
