// Products with a coded matrix: the inner loops of SELL with decoders as policies, on a host and on a device.
#pragma once
#include "kernels/formats/coded/decoders.hpp"
#include "kernels/formats/sell_transposed.hpp"

namespace minikrylov::coded {

// --- host ------------------------------------------------------------------------------------------------------------

/// Room for a chunk that is decoded.
struct Decoded {
  double values[max_decoded];
  LocalIndex columns[max_decoded];
};

/// True if the inner loops for several right-hand sides read these numbers as they are.
inline bool is_plain(ValueCoding coding) { return coding == ValueCoding::shared || coding == ValueCoding::full; }

/// The numbers of a chunk as doubles: in place, or decoded into `room`.
template <int C> const double* plain_values(const Chunks& a, const StoredChunk& chunk, Decoded& room) {
  if (is_plain(chunk.value_coding)) return reinterpret_cast<const double*>(a.values + chunk.values);
  with_values<C>(a, chunk, [&](const auto& values) {
    for (LocalIndex k = 0; k < chunk.length; ++k)
      for (LocalIndex row = 0; row < C; ++row) room.values[Offset{k} * C + row] = values(k, row);
  });
  return room.values;
}

/// use(the columns of a chunk), one by one or in the form that regular chunks have.
template <int C, class Use>
void with_plain_columns(const Chunks& a, const StoredChunk& chunk, Decoded& room, const Use& use) {
  const auto* const wide = reinterpret_cast<const LocalIndex*>(a.columns + chunk.columns);
  if (chunk.column_coding == ColumnCoding::consecutive) return use(sell::Consecutive{wide});
  if (chunk.column_coding == ColumnCoding::listed) return use(sell::Listed<C>{wide});
  with_columns<C>(a, chunk, [&](const auto& columns) {
    for (LocalIndex k = 0; k < chunk.length; ++k)
      for (LocalIndex row = 0; row < C; ++row) room.columns[Offset{k} * C + row] = columns(k, row);
  });
  use(sell::Listed<C>{room.columns});
}

/// One right-hand side: numbers and columns are decoded in registers.
template <int C>
void multiply_one(const Chunks& a, const StoredChunk& chunk, LocalIndex rows, const double* x, const ResultRows& y) {
  constexpr int R = C < 8 ? C : 8;
  with_values<C>(a, chunk, [&](const auto& values) {
    with_columns<C>(a, chunk, [&](const auto& columns) {
      sell::multiply_one<C, R>(values, columns, chunk.length, rows, x, y.rows,
                               std::make_integer_sequence<int, C / R>());
    });
  });
  if (y.streamed != nullptr) stream(y.rows, rows, y.streamed);
}

/// The chunks [first, last) on one thread; M: the width, or sell::any_width.
template <int C, int M>
void multiply_chunks(const Chunks& a, LocalIndex first, LocalIndex last, const double* x, int width,
                     const ResultRows& y) {
  for (LocalIndex c = first; c < last; ++c) {
    const StoredChunk& chunk = a.chunks[a.stored[c]];
    const LocalIndex row = a.first_rows[c], rows = a.first_rows[c + 1] - row;
    const double* const from = x + Offset{row} * width;
    const ResultRows to = y.from(Offset{row - a.first_rows[first]} * width);
    if constexpr (M == 1) {
      multiply_one<C>(a, chunk, rows, from, to);
    } else {
      Decoded room;
      const sell::Chunk plain{plain_values<C>(a, chunk, room), chunk.length, rows};
      with_plain_columns<C>(a, chunk, room,
                            [&](const auto& columns) { sell::multiply_chunk<C, M>(plain, columns, from, width, to); });
    }
  }
}

/// y ← y + Aᵀ x, all chunks, one after the other.
template <int C> void add_transposed(const Chunks& a, LocalIndex chunks, const double* x, int width, double* y) {
  for (LocalIndex c = 0; c < chunks; ++c) {
    const StoredChunk& chunk = a.chunks[a.stored[c]];
    const LocalIndex row = a.first_rows[c];
    Decoded room;
    const sell::Chunk plain{plain_values<C>(a, chunk, room), chunk.length, a.first_rows[c + 1] - row};
    with_plain_columns<C>(a, chunk, room, [&](const auto& columns) {
      sell::add_chunk<C>(plain, columns, x + Offset{row} * width, width, y + Offset{row} * width);
    });
  }
}

// --- device ----------------------------------------------------------------------------------------------------------

/// use(values, columns, length, row, lane) for one place (row of a chunk), unless no row stands there.
template <int C, class Use> KOKKOS_FUNCTION void at_place(const Chunks& a, Offset place, const Use& use) {
  const auto c = static_cast<LocalIndex>(place / C), lane = static_cast<LocalIndex>(place % C);
  const LocalIndex first = a.first_rows[c];
  if (first + lane >= a.first_rows[c + 1]) return;
  const StoredChunk& chunk = a.chunks[a.stored[c]];
  with_values<C>(a, chunk, [&](const auto& values) {
    with_columns<C>(a, chunk, [&](const auto& columns) { use(values, columns, chunk.length, first, lane); });
  });
}

/// One element of y a thread, as in sell::Elements.
template <int C, int M> struct Elements {
  Chunks a;
  LocalIndex first_chunk;
  const double* x;
  int width;
  double* y;

  KOKKOS_FUNCTION void operator()(Offset element) const {
    const Offset m = M == sell::any_width ? width : M;
    const auto place = element / m, j = element % m;
    at_place<C>(a, Offset{first_chunk} * C + place,
                [&](const auto& values, const auto& columns, LocalIndex length, LocalIndex first, LocalIndex lane) {
                  double sum = 0;
                  for (LocalIndex k = 0; k < length; ++k)
                    sum += values(k, lane) * x[Offset{first + columns(k, lane)} * m + j];
                  y[Offset{first + lane} * m + j] = sum;
                });
  }
};

/// One place a thread; they share y.
template <int C> struct AddTransposed {
  Chunks a;
  const double* x;
  double* y;
  int width;

  KOKKOS_FUNCTION void operator()(Offset place) const {
    at_place<C>(a, place,
                [&](const auto& values, const auto& columns, LocalIndex length, LocalIndex first, LocalIndex lane) {
                  for (LocalIndex k = 0; k < length; ++k)
                    for (int j = 0; j < width; ++j)
                      Kokkos::atomic_add(&y[Offset{first + columns(k, lane)} * width + j],
                                         values(k, lane) * x[Offset{first + lane} * width + j]);
                });
  }
};

}  // namespace minikrylov::coded
