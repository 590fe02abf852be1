// Numbers decoded at once, for products that use each of them several times.
#pragma once
#include "kernels/formats/coded/decoders.hpp"

namespace minikrylov::coded {

/// Room for a chunk that is decoded, of B x B blocks.
template <int B> struct Decoded {
  double values[max_numbers_decoded(B)];
  LocalIndex columns[max_columns_decoded];
};

/// True if the inner loops for several right-hand sides read these numbers as they are.
inline bool is_plain(ValueCoding coding) { return coding == ValueCoding::shared || coding == ValueCoding::full; }

/// The numbers of a chunk as doubles: in place, or decoded into `room`.
template <int B, int C> const double* plain_values(const Chunks& a, const StoredChunk& chunk, Decoded<B>& room) {
  if (is_plain(chunk.value_coding)) return reinterpret_cast<const double*>(a.values + chunk.values);
  with_values<C>(a, chunk, [&](const auto& values) {
    for (Offset n = 0; n < Offset{chunk.length} * (B * B); ++n)
      for (LocalIndex row = 0; row < C; ++row) room.values[n * C + row] = values(n, row);
  });
  return room.values;
}

}  // namespace minikrylov::coded
