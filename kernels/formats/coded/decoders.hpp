// Reading codes: one small functor per coding, which the inner loops of a product take as a policy.
#pragma once
#include <array>
#include <cstring>

#include "kernels/core/caches.hpp"
#include "kernels/core/register_table.hpp"
#include "kernels/core/short_floats.hpp"
#include "kernels/formats/coded/codings.hpp"
#include "kernels/formats/sell_chunks.hpp"

namespace minikrylov::coded {

// --- the k-th number of a row in a chunk of C rows -------------------------------------------------------------------

/// Doubles shared by many chunks: they stay in cache, so nothing is prefetched.
template <int C> struct Shared {
  const double* of;
  KOKKOS_FORCEINLINE_FUNCTION const double* at(Offset k, LocalIndex row) const { return of + k * C + row; }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(Offset k, LocalIndex row) const { return *at(k, row); }
  static void prefetch_behind(Offset, Offset) {}
};

template <int C> struct Constant {
  const double* of;
  KOKKOS_FORCEINLINE_FUNCTION double operator()(Offset, LocalIndex) const { return *of; }
  static void prefetch_behind(Offset, Offset) {}
};

/// Places in a table of N numbers; a word holds those of a few successive entries of a row.
template <int C, int N> struct Table {
  const std::uint32_t* of;
  const double* table;

  KOKKOS_FORCEINLINE_FUNCTION static int shift(Offset k) {
    return place_bits<N> * static_cast<int>(k % places_per_word<N>);
  }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(Offset k, LocalIndex row) const {
    return table[(of[k / places_per_word<N> * C + row] >> shift(k)) % N];
  }
  MINIKRYLOV_ALWAYS_INLINE void prefetch_behind(Offset k, Offset distance) const {
    if (shift(k) == 0) prefetch_ahead<C>(of + k / places_per_word<N> * C, distance);
  }
  /// The k-th numbers of the eight rows from `first` on.
  MINIKRYLOV_ALWAYS_INLINE void eight_rows(Offset k, LocalIndex first, double* found) const
      requires(C % 8 == 0 && N <= 16 && looks_up_in_registers) {
    look_up<N>(of + k / places_per_word<N> * C + first, shift(k), table, found);
  }
};

/// Doubles but for those that are +0: that of a row comes after those of the rows before it.
template <int C> struct Sparse {
  using Rows = StoredRows<RowBits<C>>;
  const Rows* of;

  /// The first of the k-th numbers that is stored and not of a row before this one.
  KOKKOS_FORCEINLINE_FUNCTION const double* from(Offset k, LocalIndex row) const {
    const auto before = static_cast<RowBits<C>>((RowBits<C>{1} << row) - 1);
    return reinterpret_cast<const double*>(of) + of[k].begin +
           Kokkos::Experimental::popcount_builtin(static_cast<RowBits<C>>(of[k].rows & before));
  }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(Offset k, LocalIndex row) const {
    return (of[k].rows >> row & 1U) != 0 ? *from(k, row) : 0.0;
  }
  MINIKRYLOV_ALWAYS_INLINE void prefetch_behind(Offset k, Offset distance) const {
    prefetch_ahead<C>(from(k, 0), distance);
  }
  /// The k-th numbers of the eight rows from `first` on.
  MINIKRYLOV_ALWAYS_INLINE void eight_rows(Offset k, LocalIndex first, double* found) const
      requires(C % 8 == 0 && expands_in_registers) {
    expand(from(k, first), static_cast<std::uint8_t>(of[k].rows >> first), found);
  }
};

/// Makes the decoder of the numbers at some bytes. Not a lambda: device code makes decoders, too.
template <class Decoder, class Code> struct Decoding {
  KOKKOS_FORCEINLINE_FUNCTION Decoder operator()(const unsigned char* of) const {
    return {reinterpret_cast<const Code*>(of)};
  }
};
template <class Decoder> struct DecodingByTable {
  const double* table;
  KOKKOS_FORCEINLINE_FUNCTION Decoder operator()(const unsigned char* of) const {
    return {reinterpret_cast<const std::uint32_t*>(of), table};
  }
};

/// use(make): make(bytes) is the decoder of the numbers of a chunk at these bytes.
template <int C, class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_decoder(const Chunks& a, ValueCoding coding, const Use& use) {
  switch (coding) {
    case ValueCoding::shared:
      return use(Decoding<Shared<C>, double>{});
    case ValueCoding::constant:
      return use(Decoding<Constant<C>, double>{});
    case ValueCoding::table8:
      return use(DecodingByTable<Table<C, 8>>{a.table});
    case ValueCoding::table16:
      return use(DecodingByTable<Table<C, 16>>{a.table});
    case ValueCoding::table256:
      return use(DecodingByTable<Table<C, 256>>{a.table});
    case ValueCoding::bfloat16:
      return use(Decoding<sell::Stored<C, Bfloat16>, Bfloat16>{});
    case ValueCoding::half:
      return use(Decoding<sell::Stored<C, Half>, Half>{});
    case ValueCoding::single:
      return use(Decoding<sell::Stored<C, float>, float>{});
    case ValueCoding::sparse:
      return use(Decoding<Sparse<C>, typename Sparse<C>::Rows>{});
    case ValueCoding::full:
      return use(Decoding<sell::Stored<C, double>, double>{});
  }
}

/// use(the decoder of a chunk's numbers).
template <int C, class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_values(const Chunks& a, const StoredChunk& chunk, const Use& use) {
  with_decoder<C>(a, chunk.value_coding, [&](const auto& make) { use(make(a.values + chunk.values)); });
}

// --- the k-th column of a row, relative to the chunk's first row -----------------------------------------------------

/// A difference to the smallest of the k-th columns.
template <int C, class Narrow> struct Differences {
  static constexpr std::array<Narrow, C> successive = [] {
    std::array<Narrow, C> numbers{};
    for (int row = 0; row < C; ++row) numbers[static_cast<std::size_t>(row)] = static_cast<Narrow>(row);
    return numbers;
  }();
  const LocalIndex* smallest;
  const Narrow* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const {
    return smallest[k] + LocalIndex{of[k * C + row]};
  }
  /// Most columns of a chunk at the end of a line are: it is faster to see that than to load them one by one.
  [[nodiscard]] bool are_consecutive(Offset k) const {
    return std::memcmp(of + k * C, successive.data(), C * sizeof(Narrow)) == 0;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION sell::Consecutive consecutive() const { return {smallest}; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Differences list(Offset) const { return *this; }
};

/// use(the columns of a chunk).
template <int C, class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_columns(const Chunks& a, const StoredChunk& chunk, const Use& use) {
  const unsigned char* const of = a.columns + chunk.columns;
  const auto* const wide = reinterpret_cast<const LocalIndex*>(of);
  const unsigned char* const after = of + Offset{sizeof(LocalIndex)} * chunk.length;
  switch (chunk.column_coding) {
    case ColumnCoding::consecutive:
      return use(sell::Consecutive{wide});
    case ColumnCoding::listed8:
      return use(Differences<C, std::uint8_t>{wide, after});
    case ColumnCoding::listed16:
      return use(Differences<C, std::uint16_t>{wide, reinterpret_cast<const std::uint16_t*>(after)});
    case ColumnCoding::listed:
      return use(sell::Listed<C>{wide});
  }
}

}  // namespace minikrylov::coded
