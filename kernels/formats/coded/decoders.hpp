// Reading codes: one small functor per coding, which the inner loops of a product take as a policy.
#pragma once
#include "kernels/core/caches.hpp"
#include "kernels/core/register_table.hpp"
#include "kernels/formats/coded/codings.hpp"
#include "kernels/formats/sell_product.hpp"

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

KOKKOS_FORCEINLINE_FUNCTION double from_bfloat16(std::uint16_t code) {
  return static_cast<double>(Kokkos::bit_cast<float>(static_cast<std::uint32_t>(code) << 16));
}

/// Sign, exponent and fraction at their places in a float, whose exponent is then 112 too small: exact, subnormal
/// numbers included.
KOKKOS_FORCEINLINE_FUNCTION double from_half(std::uint16_t code) {
  const auto bits = static_cast<std::uint32_t>(code);
  const auto scaled = Kokkos::bit_cast<float>((bits & 0x8000U) << 16 | (bits & 0x7fffU) << 13);
  return static_cast<double>(scaled * 0x1p112F);
}

/// Numbers of 16 bits that `decode` reads.
template <int C, double (*decode)(std::uint16_t)> struct Sixteen {
  const std::uint16_t* of;
  KOKKOS_FORCEINLINE_FUNCTION double operator()(Offset k, LocalIndex row) const { return decode(of[k * C + row]); }
  /// The same distance in bytes as for doubles.
  void prefetch_behind(Offset k, Offset distance) const { prefetch<C>(of + k * C + 4 * distance); }
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
  void prefetch_behind(Offset k, Offset distance) const {
    if (shift(k) == 0) prefetch<C>(of + k / places_per_word<N> * C + 2 * distance);
  }
  /// The k-th numbers of the eight rows from `first` on.
  void eight_rows(Offset k, LocalIndex first, double* found) const requires(N <= 16) {
    look_up<N>(of + k / places_per_word<N> * C + first, shift(k), table, found);
  }
};

/// use(the decoder of a chunk's numbers).
template <int C, class Use>
KOKKOS_FORCEINLINE_FUNCTION void with_values(const Chunks& a, const StoredChunk& chunk, const Use& use) {
  const unsigned char* const of = a.values + chunk.values;
  switch (chunk.value_coding) {
    case ValueCoding::shared:
      return use(Shared<C>{reinterpret_cast<const double*>(of)});
    case ValueCoding::constant:
      return use(Constant<C>{reinterpret_cast<const double*>(of)});
    case ValueCoding::table8:
      return use(Table<C, 8>{reinterpret_cast<const std::uint32_t*>(of), a.table});
    case ValueCoding::table16:
      return use(Table<C, 16>{reinterpret_cast<const std::uint32_t*>(of), a.table});
    case ValueCoding::table256:
      return use(Table<C, 256>{reinterpret_cast<const std::uint32_t*>(of), a.table});
    case ValueCoding::bfloat16:
      return use(Sixteen<C, from_bfloat16>{reinterpret_cast<const std::uint16_t*>(of)});
    case ValueCoding::half:
      return use(Sixteen<C, from_half>{reinterpret_cast<const std::uint16_t*>(of)});
    case ValueCoding::single:
      return use(sell::Stored<C, float>{reinterpret_cast<const float*>(of)});
    case ValueCoding::full:
      return use(sell::Stored<C, double>{reinterpret_cast<const double*>(of)});
  }
}

// --- the k-th column of a row, relative to the chunk's first row -----------------------------------------------------

/// A difference to the smallest of the k-th columns.
template <int C, class Narrow> struct Differences {
  const LocalIndex* smallest;
  const Narrow* of;
  KOKKOS_FORCEINLINE_FUNCTION LocalIndex operator()(Offset k, LocalIndex row) const {
    return smallest[k] + LocalIndex{of[k * C + row]};
  }
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
