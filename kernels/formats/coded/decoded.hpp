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

/// Decodes `count` numbers of each row of a chunk, eight rows at once if the code has that.
template <int C, class Values> void decode(const Values& values, Offset count, double* to) {
  for (Offset n = 0; n < count; ++n, to += C)
    if constexpr (requires { values.eight_rows(n, 0, to); })
      for (LocalIndex row = 0; row < C; row += 8) values.eight_rows(n, row, to + row);
    else
      for (LocalIndex row = 0; row < C; ++row) to[row] = values(n, row);
}

/// The numbers of a chunk as doubles: in place, or decoded into `room`. Not inline: compiled once for all widths.
template <int B, int C>
MINIKRYLOV_NEVER_INLINE const double* plain_values(const Chunks& a, const StoredChunk& chunk, Decoded<B>& room) {
  if (is_plain(chunk.value_coding)) return reinterpret_cast<const double*>(a.values + chunk.values);
  with_values<C>(a, chunk, [&](const auto& values) { decode<C>(values, Offset{chunk.length} * (B * B), room.values); });
  return room.values;
}

}  // namespace minikrylov::coded
