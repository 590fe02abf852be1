// Chunks with uncompressed numbers and compact columns: common to SELL and SELL of blocks.
#pragma once
#include <utility>

#include "kernels/formats/sell_columns.hpp"
#include "kernels/formats/sell_product.hpp"

namespace minikrylov {

/// The arrays of ChunkMatrix's `Form` for uncompressed chunks; B and C as there.
template <int B, int C> struct PlainChunks {
  using Pointers = sell::Chunks;
  static constexpr int block = B, chunk = C;

  SellArrays arrays;  ///< without columns, which are below
  SellColumns compact;

  explicit PlainChunks(SellArrays from) : arrays(std::move(from)), compact(compact_columns(arrays)) {
    arrays.columns = {};
  }

  [[nodiscard]] LocalIndex rows() const { return arrays.rows; }
  [[nodiscard]] LocalIndex column_count() const { return arrays.column_count; }
  [[nodiscard]] const Array<LocalIndex>& group_chunks() const { return arrays.group_chunks; }
  [[nodiscard]] LocalIndex chunk_count() const { return arrays.chunks(); }
  [[nodiscard]] Offset numbers() const { return static_cast<Offset>(arrays.values.extent(0)); }
  [[nodiscard]] Offset allocated_bytes() const { return allocated_bytes_of(arrays, compact); }
  [[nodiscard]] std::uint64_t digest() const { return digest_of(arrays, compact); }
  [[nodiscard]] Pointers pointers() const {
    return {.first_rows = arrays.first_rows.data(),
            .offsets = arrays.offsets.data(),
            .column_begins = compact.begins.data(),
            .columns = compact.columns.data(),
            .values = arrays.values.data()};
  }

  template <class Use> KOKKOS_FUNCTION static void with_entries(const Pointers& a, LocalIndex c, const Use& use) {
    const sell::Stored<C, double> values{a.values + a.offsets[c] * (B * B)};
    const Offset length = (a.offsets[c + 1] - a.offsets[c]) / C;
    sell::with_columns<C>(a, c, [&](const auto& columns) { use(values, columns, length, LocalIndex{0}); });
  }
};

}  // namespace minikrylov
